// Audio: playing the answer to a turn.

/// A list of events to play in order.
///
/// Published by the dispatch stage and by any other client; the audio stage plays it on a track and answers
/// with ``AudioPlayback``.
public struct AudioSequence: BusMessage {
    /// `audio.sequence`
    public static let kind: Kind = "audio.sequence"
    /// Tracked: a lost sequence would leave the user without an answer.
    public static let tracking: Tracking? = Tracking(role: "audio", answers: ["audio.playback"])

    /// The treatment of the sequences that are queued or playing on the same track.
    public enum Policy: String, Sendable, Codable, CaseIterable {
        /// Plays after everything that is queued on the track.
        case append
        /// Drops the queued sequences and plays after the one that is playing.
        case replace
        /// Stops the playing sequence at once, drops the queued ones, and plays.
        case interrupt
    }

    /// The reaction when the user begins to speak while the sequence plays (barge-in).
    public enum BargeIn: String, Sendable, Codable, CaseIterable {
        /// Playback continues.
        case none
        /// Playback pauses. It ends when speech was recognized, and continues after a false alarm.
        case pause
        /// Playback ends.
        case stop
    }

    /// The events, in the order in which they are played.
    public var events: [AudioEvent]
    /// The track's name; absent means `main`.
    public var track: String?
    /// The priority of the track: a track with a higher one plays first and suspends tracks with a lower one.
    /// Absent means 10.
    public var priority: Int?
    /// The treatment of what is queued or playing on the track; absent means `append`.
    public var policy: Policy?
    /// Whether the audio stage also publishes ``AudioPlayback`` for each event; absent means false.
    public var reportsItems: Bool?
    /// Whether the audio stage also publishes ``AudioPlayback`` for each word as it begins to sound; absent
    /// means false.
    public var reportsWords: Bool?
    /// The reaction when the user begins to speak; absent means the audio stage's own setting.
    public var bargeIn: BargeIn?
    /// Milliseconds of its playback in which the user cannot barge in, 0 or more; absent means 0.
    public var bargeInAfterMs: Int?

    /// Creates a sequence.
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

    /// The words of all events, for display and logs.
    public var spokenText: String { AudioEvent.composite(events).spokenText }

    /// The schema of the body.
    public static let schema = Schema.object(
        "A list of events to play in order.",
        [
            .required("events", .array(AudioEvent.schema), "The events, in the order in which they are played."),
            .optional("track", .string, "The track's name; main when absent."),
            .optional("priority", .integer, "The track's priority; a higher one plays first; 10 when absent."),
            .optional(
                "policy", .choice(Policy.allCases.map(\.rawValue)),
                "The treatment of what is queued or playing on the track; append when absent."),
            .optional("reportsItems", .boolean, "Whether to publish audio.playback for each event too."),
            .optional("reportsWords", .boolean, "Whether to publish audio.playback for each word."),
            .optional(
                "bargeIn", .choice(BargeIn.allCases.map(\.rawValue)),
                "The reaction when the user begins to speak; the audio stage's own setting when absent."),
            .optional(
                "bargeInAfterMs", .integer,
                "Milliseconds of its playback in which the user cannot barge in; 0 when absent."),
        ])
    /// A sequence with every kind of event, and the shortest one.
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

/// A change to what is playing, published by the dispatch stage and by any other client. It is not answered.
public struct AudioControl: BusMessage {
    /// `audio.control`
    public static let kind: Kind = "audio.control"

    /// A change.
    public enum Action: String, Sendable, Codable, CaseIterable {
        /// Pauses playback.
        case pause
        /// Resumes playback.
        case resume
        /// Skips to the next event.
        case skip
        /// Returns to the beginning of the event, or to the event before it when this one has only just
        /// begun.
        case back
        /// Stops playback and drops everything that is queued.
        case stop
        /// Continues playback without sound.
        case mute
        /// Ends ``mute``.
        case unmute
        /// Sets the speaking rate to ``AudioControl/value`` words a minute.
        case rate
        /// Sets the volume to ``AudioControl/value``, 0…1.
        case volume
        /// Sets the voice to ``AudioControl/voice``.
        case voice
    }

    /// The change to make.
    public var action: Action
    /// Words a minute for `rate`, 0…1 for `volume`; absent for other actions.
    public var value: Double?
    /// The name of a voice of the synthesizer, for `voice`; absent for other actions.
    public var voice: String?
    /// The track to change; absent means all tracks.
    public var track: String?

    /// Creates a change.
    public init(_ action: Action, value: Double? = nil, voice: String? = nil, track: String? = nil) {
        (self.action, self.value, self.voice, self.track) = (action, value, voice, track)
    }

    /// The schema of the body.
    public static let schema = Schema.object(
        "A change to what is playing.",
        [
            .required("action", .choice(Action.allCases.map(\.rawValue)), "The change to make."),
            .optional("value", .number, "For rate, words a minute. For volume, 0 to 1."),
            .optional("voice", .string, "For voice, the voice's name."),
            .optional("track", .string, "The track to change; all when absent."),
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        AudioControl(.rate, value: 200, voice: "en-gb", track: "main"), AudioControl(.stop),
    ]
}

/// A report on the playback of a sequence, published by the audio stage.
///
/// The first report answers the ``AudioSequence``. Each later state of the sequence has a report, and each
/// event or word too when the sequence asks for it.
public struct AudioPlayback: BusMessage {
    /// `audio.playback`
    public static let kind: Kind = "audio.playback"
    /// A report: a turn ends only when its answer has been played, so its publisher waits for it.
    public static let isReport = true

    /// A state of playback.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Accepted; waits for earlier sequences.
        case queued
        /// The first sample sounds.
        case started
        /// Playback is paused.
        case suspended
        /// Playback continues.
        case resumed
        /// The word ``AudioPlayback/text`` begins to sound.
        case word
        /// The last sample has sounded.
        case finished
        /// Stopped before its end, at ``AudioPlayback/positionMs``.
        case interrupted
        /// Not played, for the reason in ``AudioPlayback/reason``.
        case skipped
    }

    /// The id of the message that carried the ``AudioSequence``.
    public var sequence: MessageID
    /// The index of the event in the sequence, from 0; absent for a report on the whole sequence.
    public var item: Int?
    /// The event's own ``AudioEvent/Speech/id``; present with ``item`` for speech that has one.
    public var id: String?
    /// The state that has been reached.
    public var state: State
    /// Milliseconds of it that have sounded; absent where the audio stage does not know.
    public var positionMs: Int?
    /// Samples of it that have sounded, at ``rate`` samples a second; present in the report on its end.
    public var sample: Int?
    /// The sample rate of the loudspeaker in hertz; present with ``sample``.
    public var rate: Int?
    /// The number of words that have sounded to their end; absent when the voice reports no word boundaries.
    public var words: Int?
    /// In a report on a word, the word; in a report on an interrupted sequence, the words that have sounded
    /// to their end.
    public var text: String?
    /// The reason for `skipped`, `interrupted` or `suspended`, as a sentence; absent for other states.
    public var reason: String?

    /// Creates a report.
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

    /// Whether the state is final.
    public var isOver: Bool { state == .finished || state == .interrupted || state == .skipped }

    /// The schema of the body.
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
        ])
    /// An example with every field, and the shortest one.
    public static let examples = [
        AudioPlayback(
            sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), item: 1, state: .skipped, positionMs: 0,
            sample: 0, rate: 22_050, words: 0, text: "", reason: "no voice is called \"Gandalf\"", id: "t-1"),
        AudioPlayback(sequence: MessageID(millisecondsSince1970: 1_780_000_000_000), state: .started),
    ]
}

/// A chunk of rendered audio, published by the audio stage for remote speakers and for echo cancellation.
///
/// The body is raw PCM, not JSON; the other properties travel in the header.
public struct AudioOutput: BusMessage {
    /// `audio.output`
    public static let kind: Kind = "audio.output"

    /// The purpose of a chunk.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// To be played by a satellite's loudspeaker; it is played nowhere else.
        case speaker
        /// A reference for echo cancellation: it is being played already, and no receiver plays it.
        case reference
    }

    /// The number of this chunk in its sequence, from 0; `index` in the header.
    public var index: Int
    /// Whether this chunk is the last of its sequence; `last` in the header.
    public var isLast: Bool
    /// Sample rate and channels; `content` in the header.
    public var format: PCMFormat
    /// 16-bit signed little-endian samples, channels interleaved.
    public var samples: [UInt8]
    /// The purpose; the parameter `use` of the header's `content`.
    public var use: Use

    /// Creates a chunk.
    public init(index: Int, isLast: Bool, format: PCMFormat, samples: [UInt8], use: Use) {
        (self.index, self.isLast, self.format, self.samples, self.use) = (index, isLast, format, samples, use)
    }

    /// Reads the raw body; number, end, format and use come from the header. A chunk without a `use` is a
    /// reference, since no receiver plays a chunk that is not marked for it.
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

    /// The schema of the JSON form in which the tap prints a chunk.
    public static let schema = PCMChunk.schema(
        "A chunk of rendered audio in the tap's JSON form; on the wire, raw bytes.",
        more: [
            .required(
                "use", .choice(Use.allCases.map(\.rawValue)),
                "The purpose: a satellite's loudspeaker, or echo cancellation; on the wire in the header's content.")
        ])
    /// A single chunk.
    public static let examples = [
        AudioOutput(
            index: 0, isLast: true, format: PCMFormat(rate: 22_050, channels: 1), samples: [1, 0, 2, 0], use: .speaker)
    ]
}
