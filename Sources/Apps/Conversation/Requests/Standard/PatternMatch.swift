import SaybusMessages

/// What fitted a pattern.
public struct PatternMatch: Sendable, Equatable {
    /// What the parameters stand for, by name.
    public let entities: Command.Parameters
    /// What was said.
    public let transcription: String

    /// Creates a match.
    public init(entities: Command.Parameters, transcription: String) {
        (self.entities, self.transcription) = (entities, transcription)
    }
}
