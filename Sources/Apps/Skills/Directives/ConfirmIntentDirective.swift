/// The speech asks whether all is right: yes or no is said next.
public struct ConfirmIntentDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ConfirmIntent"

    /// The intent with values that the skill has set or changed; nil for as it is.
    public var updatedIntent: Intent?

    /// A directive.
    public init(updatedIntent: Intent? = nil) { self.updatedIntent = updatedIntent }
}
