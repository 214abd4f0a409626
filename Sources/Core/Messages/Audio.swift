// Audio: the answer is heard.

/// Events to play in order.
public struct AudioSequence: BusMessage {
    /// `audio.sequence`
    public static let kind: Kind = "audio.sequence"
    /// Tracked: an unheard answer is no answer.
    public static let tracking: Tracking? = Tracking(role: "audio", answers: ["audio.playback"])

    /// What becomes of what is playing on the track.
    public enum Policy: String, Sendable, Codable, CaseIterable {
        /// Wait for it.
        case append
        /// Drop what waits; play after what sounds.
        case replace
        /// Stop it at once.
        case interrupt
    }

    /// What becomes of a sequence when the user begins to speak while it sounds.
    public enum BargeIn: String, Sendable, Codable, CaseIterable {
        /// It sounds on.
        case none
        /// It is held; it ends when the user has said something, and goes on when that was a false alarm.
        case pause
        /// It ends.
        case stop
    }

    /// What to play.
    public var events: [AudioEvent]
    /// On which track; nil is `main`.
    public var track: String?
    /// The track's priority: what has a higher one sounds first, and holds what has a lower one; nil is 10.
    public var priority: Int?
    /// What becomes of what is playing there; nil is `append`.
    public var policy: Policy?
    /// Whether ``AudioPlayback`` is wanted for each event too.
    public var reportsItems: Bool?
    /// Whether ``AudioPlayback`` is wanted for each word, as it begins to sound.
    public var reportsWords: Bool?
    /// What becomes of it when the user begins to speak; nil is as the audio stage was told.
    public var bargeIn: BargeIn?
    /// For how many milliseconds of its sound the user cannot barge in; nil is 0.
    public var bargeInAfterMs: Int?

    /// A sequence.
    public init(
        _ events: [AudioEvent], track: String? = nil, priority: Int? = nil, policy: Policy? = nil,
        reportsItems: Bool? = nil, reportsWords: Bool? = nil, bargeIn: BargeIn? = nil, bargeInAfterMs: Int? = nil
    ) {
        self.events = events
        self.track = track
        self.priority = priority
        self.policy = policy
        self.reportsItems = reportsItems
        self.reportsWords = reportsWords
        self.bargeIn = bargeIn
        self.bargeInAfterMs = bargeInAfterMs
    }

    /// All its words.
    public var spokenText: String { AudioEvent.composite(events).spokenText }

    /// The body's shape.
    public static let schema = Schema.object(
        "Events to play in order.",
        [
            .required("events", .array(AudioEvent.schema), "What to play."),
            .optional("track", .string, "On which track; main when absent."),
            .optional("priority", .integer, "The track's priority, higher sounds first; 10 when absent."),
            .optional(
                "policy", .choice(Policy.allCases.map(\.rawValue)),
                "What becomes of what is playing there; append when absent."),
            .optional("reportsItems", .boolean, "Whether audio.playback is wanted for each event too."),
            .optional("reportsWords", .boolean, "Whether audio.playback is wanted for each word."),
            .optional(
                "bargeIn", .choice(BargeIn.allCases.map(\.rawValue)),
                "What becomes of it when the user begins to speak; as the audio stage was told when absent."),
            .optional("bargeInAfterMs", .integer, "For how long nobody can barge in, in milliseconds; 0 when absent."),
        ])
    /// Every event, and the shortest.
    public static let examples = [
        AudioSequence(
            [
                .tone(.init(frequency: 880, durationMs: 80, volume: 0.2, attackMs: 10, releaseMs: 40)),
                .silence(durationMs: 100), .file(.init("door bell.flac", volume: 0.5)),
                .composite([
                    .speech(
                        .init(
                            "Ten minutes.", format: .text, voice: "en-gb", rate: 170, pitch: 50, volume: 1, id: "t-1"))
                ]),
            ], track: "main", priority: 10, policy: .interrupt, reportsItems: true, reportsWords: true, bargeIn: .pause,
            bargeInAfterMs: 500),
        AudioSequence([.speech(.init("Done."))]),
    ]
}

/// Change what is playing.
public struct AudioControl: BusMessage {
    /// `audio.control`
    public static let kind: Kind = "audio.control"

    /// What to do.
    public enum Action: String, Sendable, Codable, CaseIterable {
        /// Hold.
        case pause
        /// Go on.
        case resume
        /// To the next event.
        case skip
        /// To the beginning of the event, or to the one before when it has hardly begun.
        case back
        /// Drop everything.
        case stop
        /// Play on, unheard.
        case mute
        /// End ``mute``.
        case unmute
        /// Speak at ``AudioControl/value`` words a minute.
        case rate
        /// Play at ``AudioControl/value``, 0…1.
        case volume
        /// Speak with ``AudioControl/voice``.
        case voice
    }

    /// What to do.
    public var action: Action
    /// The rate or volume.
    public var value: Double?
    /// The voice's name.
    public var voice: String?
    /// On which track; nil is all.
    public var track: String?

    /// A change.
    public init(_ action: Action, value: Double? = nil, voice: String? = nil, track: String? = nil) {
        (self.action, self.value, self.voice, self.track) = (action, value, voice, track)
    }

    /// The body's shape.
    public static let schema = Schema.object(
        "Change what is playing.",
        [
            .required("action", .choice(Action.allCases.map(\.rawValue)), "What to do."),
            .optional("value", .number, "Rate: words a minute. Volume: 0 to 1."),
            .optional("voice", .string, "Voice: its name."),
            .optional("track", .string, "On which track; all when absent."),
        ])
    /// With everything and with the least.
    public static let examples = [
        AudioControl(.rate, value: 200, voice: "en-gb", track: "main"), AudioControl(.stop),
    ]
}

/// What is heard of a sequence.
public struct AudioPlayback: BusMessage {
    /// `audio.playback`
    public static let kind: Kind = "audio.playback"
    /// Turns wait for the end of their answers.
    public static let isReport = true

    /// A stage of playing.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Taken; waits for its turn.
        case queued
        /// The first sample sounds.
        case started
        /// Held.
        case suspended
        /// Goes on.
        case resumed
        /// The word ``AudioPlayback/text`` begins to sound.
        case word
        /// The last sample has sounded.
        case finished
        /// Stopped before its end, at ``AudioPlayback/positionMs``.
        case interrupted
        /// Not played, for ``AudioPlayback/reason``.
        case skipped
    }

    /// Which sequence: the id of its message.
    public var sequence: MessageID
    /// Which of its events, from 0; nil means the whole sequence.
    public var item: Int?
    /// The event's own id; with ``item``, where it is speech that has one.
    public var id: String?
    /// What happened.
    public var state: State
    /// How much of it has sounded, in milliseconds.
    public var positionMs: Int?
    /// How much of it has sounded, in samples of ``rate``; at its end.
    public var sample: Int?
    /// The loudspeaker's samples a second; with ``sample``.
    public var rate: Int?
    /// How many words have sounded to their end; nil when the voice does not tell.
    public var words: Int?
    /// Of a word, the word; of an interrupted sequence, the words that have sounded to their end.
    public var text: String?
    /// Why it was skipped, interrupted or suspended, in a sentence.
    public var reason: String?

    /// A report.
    public init(
        sequence: MessageID, item: Int? = nil, state: State, positionMs: Int? = nil, sample: Int? = nil,
        rate: Int? = nil, words: Int? = nil, text: String? = nil, reason: String? = nil, id: String? = nil
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
    }

    /// Whether nothing more comes of it.
    public var isOver: Bool { state == .finished || state == .interrupted || state == .skipped }

    /// The body's shape.
    public static let schema = Schema.object(
        "What is heard of a sequence.",
        [
            .required("sequence", .uuid, "The id of the sequence's message."),
            .optional("item", .integer, "Which of its events, from 0; the whole sequence when absent."),
            .optional("id", .string, "With item: the event's own id, where it is speech that has one."),
            .required("state", .choice(State.allCases.map(\.rawValue)), "What happened."),
            .optional("positionMs", .integer, "How much of it has sounded, in milliseconds."),
            .optional("sample", .integer, "At its end: how much of it has sounded, in samples."),
            .optional("rate", .integer, "Samples a second, with sample."),
            .optional("words", .integer, "How many words have sounded to their end, where the voice tells."),
            .optional(
                "text", .string,
                "Of a word, the word; of an interrupted sequence, the words that have sounded to their end."),
            .optional("reason", .string, "Why it was skipped, interrupted or suspended, in a sentence."),
        ])
    /// With everything and with the least.
    public static let examples = [
        AudioPlayback(
            sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), item: 1, state: .skipped, positionMs: 0,
            sample: 0, rate: 22_050, words: 0, text: "", reason: "no voice is called \"Gandalf\"", id: "t-1"),
        AudioPlayback(sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .started),
    ]
}

/// One chunk of rendered sound, for remote speakers and for echo cancellation. The body is raw bytes, not JSON.
public struct AudioOutput: BusMessage {
    /// `audio.output`
    public static let kind: Kind = "audio.output"

    /// For whom a chunk is.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// For a satellite's loudspeaker: it sounds nowhere else.
        case speaker
        /// For echo cancellation: it sounds already, and nobody plays it.
        case reference
    }

    /// Number of this chunk in its sequence, from 0.
    public var index: Int
    /// Whether no chunk follows.
    public var isLast: Bool
    /// Sample rate and channels.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]
    /// For whom it is.
    public var use: Use

    /// A chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8], use: Use) {
        (self.index, self.isLast, self.format, self.samples, self.use) = (index, isLast, format, samples, use)
    }

    /// Reads the raw body; number, end, format and use come from the header. What does not say for whom it is, is a reference: nobody plays
    /// what does not ask for it.
    public init(wire: [UInt8], header: Header) throws {
        let chunk = try PCMChunk(wire: wire, header: header)
        let text = header.content.flatMap { PCMFormat.parameters(of: $0) }?["use"] ?? Use.reference.rawValue
        guard let use = Use(rawValue: text.lowercased()) else {
            throw MessageError(.body, "audio.output for \"\(text)\": it is for speaker or reference")
        }
        self.init(index: chunk.index, isLast: chunk.isLast, format: chunk.format, samples: chunk.samples, use: use)
    }

    /// Writes the raw body; number, end, format and use go into the header.
    public func wire(header: inout Header) -> [UInt8] {
        let body = PCMChunk(index: index, isLast: isLast, format: format, samples: samples).wire(header: &header)
        header.content = "\(format.contentType);use=\(use.rawValue)"
        return body
    }

    /// The shape in which a tap shows it.
    public static let schema = PCMChunk.schema(
        "A chunk of rendered sound, as a tap shows it; on the wire, raw bytes.",
        more: [
            .required(
                "use", .choice(Use.allCases.map(\.rawValue)),
                "For whom it is: a satellite's loudspeaker, or echo cancellation; on the wire in the header's content.")
        ])
    /// One of many.
    public static let examples = [
        AudioOutput(
            index: 0, isLast: true, format: PCMFormat(rate: 22_050, channels: 1), samples: [1, 0, 2, 0], use: .speaker)
    ]
}
