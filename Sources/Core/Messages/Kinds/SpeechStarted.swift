/// The beginning of a turn: the listen stage detected speech.
public struct SpeechStarted: BusMessage {
    /// `speech.started`
    public static let kind: Kind = "speech.started"

    /// The position of the turn's first sample in the source, in milliseconds from the source's beginning.
    public var positionMs: Int
    /// The source's name: a device or a file; absent when it has none.
    public var input: String?
    /// The wake word that preceded the turn; absent when none was needed.
    public var wakeWord: String?

    /// Creates the beginning of a turn.
    public init(positionMs: Int, input: String? = nil, wakeWord: String? = nil) {
        (self.positionMs, self.input, self.wakeWord) = (positionMs, input, wakeWord)
    }

    /// The schema of the body.
    public static let schema = Schema.object(
        "Speech was detected: a turn begins.",
        [
            .required("positionMs", .integer, "Position of the turn's first sample in the source, in milliseconds."),
            .optional("input", .string, "The source's name: a device or a file."),
            .optional("wakeWord", .string, "The wake word that preceded the turn."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        SpeechStarted(positionMs: 1200, input: "order.flac", wakeWord: "hey computer"), SpeechStarted(positionMs: 0),
    ]
}
