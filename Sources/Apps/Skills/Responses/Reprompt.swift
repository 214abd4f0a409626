/// What is said when the user stays silent.
public struct Reprompt: Codable, Sendable, Equatable {
    /// What is said.
    public var outputSpeech: OutputSpeech?
    /// What else is done; nil for nothing.
    public var directives: [Directive]?

    /// A reprompt.
    public init(outputSpeech: OutputSpeech? = nil, directives: [Directive]? = nil) {
        (self.outputSpeech, self.directives) = (outputSpeech, directives)
    }
}
