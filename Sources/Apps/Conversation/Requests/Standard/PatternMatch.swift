/// A match of a pattern.
public struct PatternMatch: Sendable, Equatable {
    /// The parameters' values by name.
    public let entities: Command.Parameters
    /// The transcript.
    public let transcription: String

    /// Creates a match.
    public init(entities: Command.Parameters, transcription: String) {
        (self.entities, self.transcription) = (entities, transcription)
    }
}
