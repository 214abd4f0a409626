/// The host takes the next step of the dialog: asks for a slot, checks it, confirms it, confirms the intent.
public struct DelegateDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.Delegate"

    /// The intent with values that the skill has set or changed; nil for as it is.
    public var updatedIntent: Intent?

    /// A directive.
    public init(updatedIntent: Intent? = nil) { self.updatedIntent = updatedIntent }
}
