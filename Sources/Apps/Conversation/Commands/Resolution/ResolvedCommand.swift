import SaybusMessages

/// A command that was understood, and who carries it out.
public struct ResolvedCommand: Sendable {
    /// What is to be done.
    public let command: Command
    /// Who does it.
    public let recognizer: VerbalCommandRecognizer
    /// How sure it is, 0…1.
    public let confidence: Double
    /// The pattern or model that won; nil for a matcher that has no name.
    public let matcher: String?
    /// What was found, with its words.
    let parameters: [String: Parameter]
}
