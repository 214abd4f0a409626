/// A list of events to play in order.
///
/// Published by the dispatch stage and by any other client; the audio stage plays it on a track and answers
/// with ``AudioPlayback``.
public struct AudioSequence: BusMessage {
    /// `audio.sequence`
    public static let kind: Kind = "audio.sequence"
    /// Tracked: a lost sequence would leave the user without an answer.
    public static let tracking: Tracking? = Tracking(role: .audio, answers: ["audio.playback"])

    /// The track of a sequence that names none.
    public static let defaultTrack = "main"
    /// The priority of a sequence that states none.
    public static let defaultPriority = 10
    /// The priority of questions to the user. While a question waits for its answer, tracks of lower priority are held.
    public static let questionPriority = 999

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
        /// Playback pauses. It ends if speech is recognized, and continues after a false alarm.
        case pause
        /// Playback ends.
        case stop
    }

    /// The events, in the order in which they are played.
    public var events: [AudioEvent]
    /// The track's name; absent means ``defaultTrack``, `main`.
    public var track: String?
    /// The priority of the track: a track with a higher one plays first and suspends tracks with a lower one.
    /// Absent means ``defaultPriority``, 10.
    public var priority: Int?
    /// The treatment of the sequences that are queued or playing on the track; absent means `append`.
    public var policy: Policy?
    /// Whether the audio stage also publishes ``AudioPlayback`` for each event; absent means false.
    public var reportsItems: Bool?
    /// Whether the audio stage also publishes ``AudioPlayback`` for each word as it begins to sound; absent
    /// means false.
    public var reportsWords: Bool?
    /// The reaction when the user begins to speak; absent means the audio stage's own setting.
    public var bargeIn: BargeIn?
    /// Milliseconds from the start of playback in which the user cannot barge in, 0 or more; absent means 0.
    public var bargeInAfterMs: Int?
    /// The BCP 47 language of speech without a voice, unless a control has set the voice; absent means that of the
    /// audio stage's default voice.
    public var language: String?

    /// Creates a sequence.
    public init(
        _ events: [AudioEvent], track: String? = nil, priority: Int? = nil, policy: Policy? = nil,
        reportsItems: Bool? = nil, reportsWords: Bool? = nil, bargeIn: BargeIn? = nil, bargeInAfterMs: Int? = nil,
        language: String? = nil
    ) {
        self.events = events
        self.track = track
        self.priority = priority
        self.policy = policy
        self.reportsItems = reportsItems
        self.reportsWords = reportsWords
        self.bargeIn = bargeIn
        self.bargeInAfterMs = bargeInAfterMs
        self.language = language
    }

    /// The track's name, also where ``track`` is absent.
    public var trackName: String { track ?? Self.defaultTrack }

    /// The words of all events, for display and logs.
    public var spokenText: String { AudioEvent.composite(events).spokenText }

    /// The schema of the body, which `saybus schema audio.sequence` prints.
    public static let schema = Schema.object(
        "A list of events to play in order.",
        [
            .required("events", .array(AudioEvent.schema), "The events, in the order in which they are played."),
            .optional("track", .string, "The track's name; \(defaultTrack) when absent."),
            .optional(
                "priority", .integer, "The track's priority; a higher one plays first; \(defaultPriority) when absent."),
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
            .optional(
                "language", .string,
                "The language of speech that names no voice, such as de; that of the default voice when absent."),
        ])
    /// A sequence with every kind of event, and the shortest one.
    public static let examples = [
        AudioSequence(
            [
                .tone(.init(frequency: 880, durationMs: 80, volume: 0.2, attackMs: 10, releaseMs: 40)),
                .silence(durationMs: 100), .file(.init("door bell.flac", volume: 0.5, loops: false, offsetMs: 250)),
                .composite([
                    .speech(
                        .init(
                            "Ten minutes.", format: .text, voice: "en-gb", rate: 170, pitch: 50, volume: 1, id: "t-1"))
                ]),
            ], track: "main", priority: 10, policy: .interrupt, reportsItems: true, reportsWords: true, bargeIn: .pause,
            bargeInAfterMs: 500, language: "en-GB"),
        AudioSequence([.speech(.init("Done."))]),
    ]
}
