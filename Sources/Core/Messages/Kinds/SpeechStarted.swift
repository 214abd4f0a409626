/// The beginning of a turn: the listen stage detected speech.
public struct SpeechStarted: BusMessage {
    /// `speech.started`
    public static let kind: Kind = "speech.started"

    /// The reason why a turn belongs to its room, whichever listener hears it best.
    public enum Occasion: String, Sendable, Codable, CaseIterable {
        /// A `listen.request` or a button asked for the turn, such as the answer to a question.
        case request
        /// The assistant was speaking in the session when the turn began.
        case bargeIn = "barge-in"
    }

    /// The position of the turn's first sample in the source, in milliseconds from the source's beginning.
    public var positionMs: Int
    /// The source's name: a device or a file; absent when it has none.
    public var input: String?
    /// The wake word that preceded the turn; absent when none was needed.
    public var wakeWord: String?
    /// The group of listeners within hearing distance of each other; absent when the listener is in none. Of the turns
    /// that several of them begin for one sentence, all but one end as `elsewhere`.
    public var group: String?
    /// The level of the speech above the room's noise, in decibels; present with ``group``.
    public var clarityDb: Double?
    /// The reason why the turn belongs to its room; absent when it has none, and without ``group``.
    public var occasion: Occasion?

    /// Creates the beginning of a turn.
    public init(
        positionMs: Int, input: String? = nil, wakeWord: String? = nil, group: String? = nil,
        clarityDb: Double? = nil, occasion: Occasion? = nil
    ) {
        (self.positionMs, self.input, self.wakeWord) = (positionMs, input, wakeWord)
        (self.group, self.clarityDb, self.occasion) = (group, clarityDb, occasion)
    }

    /// The schema of the body, which `saybus schema speech.started` prints.
    public static let schema = Schema.object(
        "Speech was detected: a turn begins.",
        [
            .required("positionMs", .integer, "Position of the turn's first sample in the source, in milliseconds."),
            .optional("input", .string, "The source's name: a device or a file."),
            .optional("wakeWord", .string, "The wake word that preceded the turn."),
            .optional("group", .string, "The group of listeners within hearing distance of each other."),
            .optional("clarityDb", .number, "With group: level of the speech above the room's noise, in decibels."),
            .optional(
                "occasion", .choice(Occasion.allCases.map(\.rawValue)),
                "With group: why the turn belongs to its room, whichever listener hears it best."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        SpeechStarted(
            positionMs: 1200, input: "order.flac", wakeWord: "hey computer", group: "upstairs", clarityDb: 23.5,
            occasion: .request),
        SpeechStarted(positionMs: 0),
    ]
}
