/// A report on the playback of a sequence, published by the audio stage.
///
/// The first report answers the ``AudioSequence``. Each later state of the sequence has a report, and each
/// event or word too when the sequence asks for it.
public struct AudioPlayback: BusMessage {
    /// `audio.playback`
    public static let kind: Kind = "audio.playback"
    /// True: a turn ends only when its answer has been played, so the publisher of the sequence waits for the
    /// report.
    public static let isReport = true

    /// A state of a sequence, or of one of its events or words.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Accepted; waits for earlier sequences.
        case queued
        /// The first sample is being played.
        case started
        /// Playback is held, for the reason in ``AudioPlayback/reason``.
        case suspended
        /// Playback goes on after ``suspended``.
        case resumed
        /// Playback has reached the beginning of the word ``AudioPlayback/text``.
        case word
        /// The last sample has been played.
        case finished
        /// Stopped before its end, at ``AudioPlayback/positionMs``.
        case interrupted
        /// Not played, for the reason in ``AudioPlayback/reason``.
        case skipped
    }

    /// The cause of an end that somebody wanted.
    public enum Cause: String, Sendable, Codable, CaseIterable {
        /// The user spoke.
        case bargeIn = "barge-in"
        /// A program stopped the track.
        case demand
        /// A newer sequence took the place of this one.
        case newerSequence = "newer-sequence"
    }

    /// The id of the message that carried the ``AudioSequence``.
    public var sequence: MessageID
    /// The index of the event in the sequence, from 0; absent for a report on the whole sequence.
    public var item: Int?
    /// The event's own ``AudioEvent/Speech/id``; present with ``item`` for speech that has one.
    public var id: String?
    /// The state that the sequence, the event or the word has reached.
    public var state: State
    /// Milliseconds of the sequence or event that have been played; absent when unknown.
    public var positionMs: Int?
    /// Samples of the sequence or event that have been played, at ``rate`` samples a second; present in the
    /// report on its end.
    public var sample: Int?
    /// The sample rate of the loudspeaker in hertz; present with ``sample``.
    public var rate: Int?
    /// The number of words that have been played to their end; absent when the voice reports no word
    /// boundaries.
    public var words: Int?
    /// The word, in a report on a word. In a report on an interrupted sequence, the words that have been
    /// played to their end.
    public var text: String?
    /// The reason for `skipped`, `interrupted` or `suspended`, as a sentence; absent for other states.
    public var reason: String?
    /// The cause, if somebody wanted that a sequence was interrupted or skipped; absent after a fault, and for other
    /// states.
    public var cause: Cause?

    /// Creates a report.
    public init(
        sequence: MessageID, item: Int? = nil, state: State, positionMs: Int? = nil, sample: Int? = nil,
        rate: Int? = nil, words: Int? = nil, text: String? = nil, reason: String? = nil, cause: Cause? = nil,
        id: String? = nil
    ) {
        self.id = id
        self.sequence = sequence
        self.item = item
        self.state = state
        self.positionMs = positionMs
        self.sample = sample
        self.rate = rate
        self.words = words
        self.text = text
        self.reason = reason
        self.cause = cause
    }

    /// Whether the state is final.
    public var isOver: Bool { state == .finished || state == .interrupted || state == .skipped }

    /// The schema of the body, which `saybus schema audio.playback` prints.
    public static let schema = Schema.object(
        "A report on the playback of a sequence.",
        [
            .required("sequence", .uuid, "The id of the message that carried the sequence."),
            .optional("item", .integer, "Index of the event, from 0; the whole sequence when absent."),
            .optional("id", .string, "With item: the event's own id, for speech that has one."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "The state that has been reached."),
            .optional("positionMs", .integer, "Milliseconds of it that have sounded."),
            .optional("sample", .integer, "In the report on its end: samples that have sounded."),
            .optional("rate", .integer, "With sample: samples a second."),
            .optional("words", .integer, "Number of words that have sounded to their end, where the voice reports it."),
            .optional(
                "text", .string,
                "For a word, the word; for an interrupted sequence, the words that have sounded to their end."),
            .optional("reason", .string, "The reason for skipped, interrupted or suspended, as a sentence."),
            .optional(
                "cause", .choice(Cause.allCases.map(\.rawValue)),
                "Why a sequence was interrupted or skipped that somebody wanted to end: the user spoke, a program stopped "
                    + "it, or a newer one replaced it; absent after a fault."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        AudioPlayback(
            sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), item: 1, state: .skipped, positionMs: 0,
            sample: 0, rate: 22_050, words: 0, text: "", reason: "no voice is called \"Gandalf\"",
            cause: .demand, id: "t-1"),
        AudioPlayback(sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .started),
    ]
}
