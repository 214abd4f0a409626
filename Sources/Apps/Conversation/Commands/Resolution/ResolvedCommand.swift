import SaybusDispatch
import SaybusMessages

/// A recognized command with the recognizer that carries it out.
public struct ResolvedCommand: Sendable {
    /// The command with the values found in the utterance.
    public let command: Command
    /// The recognizer that carries out the command.
    public let recognizer: VerbalCommandRecognizer
    /// The confidence that this command was meant, 0…1.
    public let confidence: Double
    /// The pattern or model that matched; nil for a matcher without a name.
    public let matcher: String?
    /// The parameters with their words.
    let parameters: [String: Parameter]
    /// Whether it is sure enough to be carried out.
    var assurance = Assurance.sufficient
    /// The reason why the user is asked first; nil when nobody is asked.
    var doubt: String?
}
