/// A directive that lets the host take the next step of the dialog: elicit, validate or confirm a slot, or
/// confirm the intent.
public struct DelegateDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.Delegate"

    /// The intent with slots that the skill has set or changed; nil keeps the intent unchanged.
    public var updatedIntent: Intent?

    /// Creates a directive.
    public init(updatedIntent: Intent? = nil) { self.updatedIntent = updatedIntent }
}
