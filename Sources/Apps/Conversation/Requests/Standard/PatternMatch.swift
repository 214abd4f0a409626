/// An answer that matches a pattern, with its values.
public struct PatternMatch: Sendable, Equatable {
    /// The parameters' values by name.
    public let entities: Command.Parameters
    /// The words of the whole answer.
    public let transcription: String

    /// Creates a match.
    public init(entities: Command.Parameters, transcription: String) {
        (self.entities, self.transcription) = (entities, transcription)
    }
}
