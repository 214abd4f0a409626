// Listening: sound comes in, turns open and close.

/// One chunk of the open turn's sound: 20 to 100 ms of PCM. The body is the samples' bytes, not JSON.
public struct AudioInput: BusMessage {
    /// `audio.input`
    public static let kind: Kind = "audio.input"

    /// Number of this chunk in its turn, from 0: a hole is lost sound.
    public var index: Int
    /// Whether no chunk follows in this turn. The last chunk may be empty.
    public var isLast: Bool
    /// Sample rate and channels.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]

    /// A chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat = .speech, samples: [UInt8]) {
        (self.index, self.isLast, self.format, self.samples) = (index, isLast, format, samples)
    }

    /// Reads the raw body; number and end come from the header.
    public init(wire: [UInt8], header: Header) throws {
        let chunk = try PCMChunk(wire: wire, header: header)
        self.init(index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples)
    }

    /// Writes the raw body; number, end and format go into the header.
    public func wire(header: inout Header) -> [UInt8] {
        PCMChunk(index: index, isLast: isLast, format: format, samples: samples).wire(header: &header)
    }

    /// The shape in which a tap shows it.
    public static let schema = PCMChunk.schema(
        "A chunk of the open turn's sound, as a tap shows it; on the wire, raw bytes.")
    /// A chunk in the middle and an empty last one.
    public static let examples = [
        AudioInput(index: 3, isLast: false, samples: [0, 0, 255, 127, 0, 128]),
        AudioInput(index: 4, isLast: true, samples: []),
    ]
}

/// Speech was heard: a turn opens.
public struct SpeechStarted: BusMessage {
    /// `speech.started`
    public static let kind: Kind = "speech.started"

    /// Where the turn's sound begins in the source, milliseconds from its start.
    public var positionMs: Int
    /// What the sound comes from: a device's or a file's name.
    public var input: String?
    /// The wake word that was heard before it; nil when none was needed.
    public var wakeWord: String?

    /// An opened turn.
    public init(positionMs: Int, input: String? = nil, wakeWord: String? = nil) {
        (self.positionMs, self.input, self.wakeWord) = (positionMs, input, wakeWord)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "Speech was heard: a turn opens.",
        [
            .required("positionMs", .integer, "Where the turn's sound begins in the source, in milliseconds."),
            .optional("input", .string, "What the sound comes from: a device's or a file's name."),
            .optional("wakeWord", .string, "The wake word that was heard before it."),
        ])
    /// With everything and with the least.
    public static let examples = [
        SpeechStarted(positionMs: 1200, input: "order.flac", wakeWord: "hey computer"), SpeechStarted(positionMs: 0),
    ]
}

/// Speech has ended: no more sound follows in this turn.
public struct SpeechEnded: BusMessage {
    /// `speech.ended`
    public static let kind: Kind = "speech.ended"

    /// Why a turn's sound ends.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// The speaker paused.
        case silence
        /// The longest allowed turn was reached.
        case maximumLength = "max-length"
        /// Somebody closed the ear.
        case stopped
        /// The file or stream came to its end.
        case endOfInput = "end-of-input"
        /// The listener has ended the turn itself, and `turn.ended` follows: no transcript is wanted. Who called by the wake word in it speaks on in
        /// a turn that begins now.
        case withdrawn
    }

    /// Length of the turn's sound in milliseconds.
    public var durationMs: Int
    /// Why it ended.
    public var reason: Reason
    /// How many `audio.input` chunks the turn has.
    public var chunks: Int

    /// A closed turn.
    public init(durationMs: Int, reason: Reason, chunks: Int) {
        (self.durationMs, self.reason, self.chunks) = (durationMs, reason, chunks)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "Speech has ended: no more sound follows in this turn.",
        [
            .required("durationMs", .integer, "Length of the turn's sound in milliseconds."),
            .required("reason", .choice(Reason.allCases.map(\.rawValue)), "Why it ended."),
            .required("chunks", .integer, "How many audio.input chunks the turn has."),
        ])
    /// One of many.
    public static let examples = [SpeechEnded(durationMs: 1840, reason: .silence, chunks: 31)]
}

/// Open or close the ear, or take back what has opened it.
public struct ListenRequest: BusMessage {
    /// `listen.request`
    public static let kind: Kind = "listen.request"
    /// Tracked: an unheard request leaves the user talking to nobody.
    public static let tracking: Tracking? = Tracking(role: "listen", answers: [])

    /// How to listen.
    public enum Mode: String, Sendable, Codable, CaseIterable {
        /// Until the wake word is heard.
        case wake
        /// One turn, as soon as somebody speaks.
        case pushToTalk = "push-to-talk"
        /// One turn, from now until `release`: a button is held. A pause does not end it.
        case hold
        /// The turn in hand ends here: the button is let go.
        case release
        /// One turn, in answer to a question. An ear that was switched off stays so.
        case followUp = "follow-up"
        /// Turn after turn.
        case continuous
        /// Not at all, until another mode than `follow-up` is asked for; the turn in hand ends here.
        case off
    }

    /// How to listen.
    public var mode: Mode
    /// How long to wait for speech to begin, in milliseconds; nil leaves it to the listener.
    public var noSpeechTimeoutMs: Int?
    /// The longest turn, in milliseconds; nil leaves it to the listener.
    public var maximumSpeechMs: Int?
    /// Patterns that the answer is expected to follow, beside the catalog.
    public var phrases: [String]?
    /// The earlier request whose turn nobody waits for any more, by its message's id; the rest of this one does not count then.
    public var withdraws: MessageID?

    /// A request.
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

    /// A request that takes an earlier one back.
    ///
    /// Listeners that do not know ``withdraws`` read a question that waits for no time at all, and close the ear at the next silence.
    public static func withdrawal(of request: MessageID) -> ListenRequest {
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 0, withdraws: request)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "Open or close the ear, or take back what has opened it.",
        [
            .required("mode", .choice(Mode.allCases.map(\.rawValue)), "How to listen."),
            .optional("noSpeechTimeoutMs", .integer, "How long to wait for speech to begin, in milliseconds."),
            .optional("maximumSpeechMs", .integer, "The longest turn, in milliseconds."),
            .optional("phrases", .array(.string), "Patterns that the answer is expected to follow."),
            .optional(
                "withdraws", .uuid,
                "The listen.request whose turn nobody waits for any more: if it is still waited for, the ear closes. The rest does not count."
            ),
        ])
    /// A question's, the shortest, and one that takes another back.
    public static let examples = [
        ListenRequest(mode: .followUp, noSpeechTimeoutMs: 6000, maximumSpeechMs: 10_000, phrases: ["yes", "no"]),
        ListenRequest(mode: .off), .withdrawal(of: MessageID(millisecondsSince1970: 1_780_000_000_000)),
    ]
}
