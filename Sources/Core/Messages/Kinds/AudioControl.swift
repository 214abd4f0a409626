/// A change to the current playback, published by the dispatch stage and by any other client. It is not
/// answered.
public struct AudioControl: BusMessage {
    /// `audio.control`
    public static let kind: Kind = "audio.control"

    /// A change to the playback of a session, or of one of its tracks.
    public enum Action: String, Sendable, Codable, CaseIterable {
        /// Holds what plays and what waits, until ``resume`` or ``stop``.
        case pause
        /// Lets what ``pause`` holds go on.
        case resume
        /// Skips to the next event.
        case skip
        /// Returns to the beginning of the current event, or to the previous event when the current one has
        /// only just begun.
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

    /// True for the actions that begin or move something. A late `stop`, `resume` or setting still does what was
    /// wanted.
    public var isMomentary: Bool {
        switch action {
        case .pause, .skip, .back: true
        case .resume, .stop, .mute, .unmute, .rate, .volume, .voice: false
        }
    }

    /// The schema of the body, which `saybus schema audio.control` prints.
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
