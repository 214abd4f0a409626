/// The preliminary transcript of an utterance that is still going on, published by the transcribe stage.
public struct SpeechPartial: BusMessage {
    /// `speech.partial`
    public static let kind: Kind = "speech.partial"

    /// The words recognized so far; a later revision may change them.
    public var text: String
    /// The number of this result in its turn: 0, 1, 2, …
    public var revision: Int
    /// Whether the text is already a complete command; absent when the recognizer cannot tell.
    public var isComplete: Bool?
    /// Whether more words may follow the text; absent when the recognizer cannot tell.
    public var mayGoOn: Bool?
    /// Milliseconds of the turn's audio that the recognizer has processed; absent when it does not report
    /// that.
    public var heardMs: Int?
    /// The end of the last recognized word, in milliseconds from the turn's first sample. Between it and
    /// ``heardMs`` the recognizer found no further word. Absent when the recognizer does not report it.
    public var wordsEndMs: Int?

    /// Creates a partial result.
    public init(
        text: String, revision: Int, isComplete: Bool? = nil, mayGoOn: Bool? = nil, heardMs: Int? = nil,
        wordsEndMs: Int? = nil
    ) {
        (self.text, self.revision, self.isComplete, self.mayGoOn) = (text, revision, isComplete, mayGoOn)
        (self.heardMs, self.wordsEndMs) = (heardMs, wordsEndMs)
    }

    /// The schema of the body, which `saybus schema speech.partial` prints.
    public static let schema = Schema.object(
        "The preliminary transcript of an utterance that is still going on.",
        [
            .required("text", .string, "The words recognized so far; a later revision may change them."),
            .required("revision", .integer, "0, 1, 2, … within the turn."),
            .optional("isComplete", .boolean, "Whether the text is already a complete command."),
            .optional("mayGoOn", .boolean, "Whether more words may follow."),
            .optional("heardMs", .integer, "Milliseconds of the turn's audio that the recognizer has processed."),
            .optional(
                "wordsEndMs", .integer, "End of the last recognized word, in milliseconds from the turn's first sample."
            ),
        ])
    /// A result with every field, and the shortest one.
    public static let examples = [
        SpeechPartial(
            text: "set a timer", revision: 2, isComplete: false, mayGoOn: true, heardMs: 1400, wordsEndMs: 1130),
        SpeechPartial(text: "set", revision: 0),
    ]
}
