// Listening: audio in, and the beginning and end of turns.

/// A chunk of the open turn's audio: 20 to 100 ms of PCM, published by the listen stage.
///
/// The body is the bytes of the samples, not JSON; the other properties travel in the header.
public struct AudioInput: BusMessage {
    /// `audio.input`
    public static let kind: Kind = "audio.input"

    /// The number of this chunk in its turn, from 0; `index` in the header. A gap means lost audio.
    public var index: Int
    /// Whether this chunk is the last of its turn; `last` in the header. The last chunk may be empty.
    public var isLast: Bool
    /// Sample rate and channels; `content` in the header.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]

    /// Creates a chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat = .speech, samples: [UInt8]) {
        (self.index, self.isLast, self.format, self.samples) = (index, isLast, format, samples)
    }

    /// Reads the raw body; number, end and format come from the header.
    public init(wire: [UInt8], header: Header) throws {
        let chunk = try PCMChunk(wire: wire, header: header)
        self.init(index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
    }

    /// Writes the raw body; number, end and format go into the header.
    public func wire(header: inout Header) -> [UInt8] {
        PCMChunk(index: index, isLast: isLast, format: format, samples: samples).wire(header: &header)
    }

    /// The schema of the JSON form in which the tap prints a chunk.
    public static let schema = PCMChunk.schema(
        "A chunk of the open turn's audio in the tap's JSON form; on the wire, raw bytes.")
    /// A chunk in the middle, and an empty last one.
    public static let examples = [
        AudioInput(index: 3, isLast: false, samples: [0, 0, 255, 127, 0, 128]),
        AudioInput(index: 4, isLast: true, samples: []),
    ]
}

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
        /// user said the wake word within the turn and continues in a new turn that begins now.
        case withdrawn
    }

    /// The duration of the turn's audio in milliseconds.
    public var durationMs: Int
    /// The reason for the end.
    public var reason: Reason
    /// The number of `audio.input` chunks in the turn.
    public var chunks: Int

    /// Creates the end of a turn's audio.
    public init(durationMs: Int, reason: Reason, chunks: Int) {
        (self.durationMs, self.reason, self.chunks) = (durationMs, reason, chunks)
    }

    /// The schema of the body.
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

/// A request to start or stop listening, or to withdraw an earlier request.
///
/// Published by the dispatch stage and by any other client, for the listen stage.
public struct ListenRequest: BusMessage {
    /// `listen.request`
    public static let kind: Kind = "listen.request"
    /// Tracked: without it, the user would speak while no program listens. A ``Receipt`` answers it.
    public static let tracking: Tracking? = Tracking(role: "listen", answers: [])

    /// A way of listening.
    public enum Mode: String, Sendable, Codable, CaseIterable {
        /// Waits for the wake word.
        case wake
        /// Listens for one turn, which begins when speech is detected.
        case pushToTalk = "push-to-talk"
        /// Listens for one turn from now until `release`, while a button is held. A pause does not end the
        /// turn.
        case hold
        /// Ends the open turn: the button was released.
        case release
        /// Listens for one turn, the answer to a question. A listener that was switched off stays off
        /// afterwards.
        case followUp = "follow-up"
        /// Listens for one turn after the other.
        case continuous
        /// Stops listening until a mode other than `follow-up` is requested. The open turn ends.
        case off
    }

    /// The way of listening.
    public var mode: Mode
    /// Milliseconds to wait for speech to begin; absent means the listen stage's own setting.
    public var noSpeechTimeoutMs: Int?
    /// The longest turn in milliseconds; absent means the listen stage's own setting.
    public var maximumSpeechMs: Int?
    /// Patterns of expected answers, in addition to the catalog; absent means none.
    public var phrases: [String]?
    /// The message id of an earlier request whose turn is no longer wanted. The other fields of this request
    /// are then ignored. Absent in other requests.
    public var withdraws: MessageID?

    /// Creates a request.
    public init(
        mode: Mode, noSpeechTimeoutMs: Int? = nil, maximumSpeechMs: Int? = nil, phrases: [String]? = nil,
        withdraws: MessageID? = nil
    ) {
        self.mode = mode
        self.noSpeechTimeoutMs = noSpeechTimeoutMs
        self.maximumSpeechMs = maximumSpeechMs
        self.phrases = phrases
        self.withdraws = withdraws
    }

    /// Creates a request that withdraws an earlier one.
    ///
    /// A listener that does not know ``withdraws`` reads a question with a timeout of 0 ms, and stops
    /// listening at the next silence.
    public static func withdrawal(of request: MessageID) -> ListenRequest {
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 0, withdraws: request)
    }

    /// The schema of the body.
    public static let schema = Schema.object(
        "A request to start or stop listening, or to withdraw an earlier request.",
        [
            .required("mode", .choice(Mode.allCases.map(\.rawValue)), "The way of listening."),
            .optional(
                "noSpeechTimeoutMs", .integer,
                "Milliseconds to wait for speech to begin; the listener's own setting when absent."),
            .optional(
                "maximumSpeechMs", .integer,
                "The longest turn, in milliseconds; the listener's own setting when absent."),
            .optional("phrases", .array(.string), "Patterns of expected answers, in addition to the catalog."),
            .optional(
                "withdraws", .uuid,
                "Id of an earlier listen.request whose turn is no longer wanted. The other fields are then ignored."
            ),
        ])
    /// A request for an answer, the shortest one, and a withdrawal.
    public static let examples = [
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 6000, maximumSpeechMs: 10_000, phrases: ["yes", "no"]),
        ListenRequest(mode: .off), .withdrawal(of: MessageID(millisecondsSince1970: 1_780_000_000_000)),
    ]
}
