/// The end of a turn's audio: the listen stage publishes no more audio in this turn.
public struct SpeechEnded: BusMessage {
    /// `speech.ended`
    public static let kind: Kind = "speech.ended"

    /// The reason for the end of a turn's audio.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// The speaker paused (endpointing).
        case silence
        /// The longest permitted turn was reached.
        case maximumLength = "max-length"
        /// A request stopped listening.
        case stopped
        /// The file or stream ended.
        case endOfInput = "end-of-input"
        /// The listen stage has ended the turn itself, and `turn.ended` follows: no transcript is wanted. The
        /// user said the wake word within the turn and continues in a new turn that begins now, another listener heard
        /// the sentence more clearly, or the microphone was lost within the sentence.
        case withdrawn
    }

    /// The duration of the turn's audio in milliseconds.
    public var durationMs: Int
    /// The reason why no more audio follows.
    public var reason: Reason
    /// The number of `audio.input` chunks in the turn.
    public var chunks: Int

    /// Creates the end of a turn's audio.
    public init(durationMs: Int, reason: Reason, chunks: Int) {
        (self.durationMs, self.reason, self.chunks) = (durationMs, reason, chunks)
    }

    /// The schema of the body, which `saybus schema speech.ended` prints.
    public static let schema = Schema.object(
        "Speech has ended: no more audio follows in this turn.",
        [
            .required("durationMs", .integer, "Duration of the turn's audio in milliseconds."),
            .required("reason", .choice(Reason.allCases.map(\.rawValue)), "The reason for the end."),
            .required("chunks", .integer, "Number of audio.input chunks in the turn."),
        ])
    /// A typical example.
    public static let examples = [SpeechEnded(durationMs: 1840, reason: .silence, chunks: 31)]
}
