/// A second prompt, spoken when the user stays silent.
public struct Reprompt: Codable, Sendable, Equatable {
    /// The words to speak; nil for none.
    public var outputSpeech: OutputSpeech?
    /// Directives carried out with the reprompt; nil for none.
    public var directives: [Directive]?

    /// Creates a reprompt.
    public init(outputSpeech: OutputSpeech? = nil, directives: [Directive]? = nil) {
        (self.outputSpeech, self.directives) = (outputSpeech, directives)
    }
}
