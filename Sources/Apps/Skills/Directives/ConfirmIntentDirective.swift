/// A directive that tells the host that the speech asks for confirmation of the intent. The next utterance is yes
/// or no.
public struct ConfirmIntentDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ConfirmIntent"

    /// The intent with slots that the skill has set or changed; nil keeps the intent unchanged.
    public var updatedIntent: Intent?

    /// Creates a directive.
    public init(updatedIntent: Intent? = nil) { self.updatedIntent = updatedIntent }
}
