import SaybusMessages

/// A sequence that a satellite plays.
struct PlayingSequence: Sendable {
    /// The reason for the end of a sequence before its last sample, and its cause, if somebody wanted the end.
    struct Ending: Sendable {
        let reason: String
        let cause: AudioPlayback.Cause?
    }

    let header: Header
    let track: String
    var sound: SentSound
    /// Whether its first sample was sent.
    var hasStarted = false
    /// Whether its last sample was sent.
    var isSent = false
    var isPaused = false
    /// Whether the rest of the current speech is left out.
    var isSkipping = false
    /// Whether one of its speeches was sent to its end.
    var hasPlayed = false
    /// The reason why the first of its speeches that could not be spoken was not; nil when there is none.
    private(set) var problem: String?
    /// The first reason to end it; nil when there is none.
    private(set) var ending: Ending?
    /// The time from which on the user's speech ends it; nil for never.
    private let bargeInAfter: Duration?

    init(_ sequence: Message<AudioSequence>, isPlayedAsWhole: Bool) {
        (header, track) = (sequence.header, sequence.body.trackName)
        sound = SentSound(isPlayedAsWhole: isPlayedAsWhole)
        bargeInAfter = sequence.body.givesWayToSpeech ? Duration.milliseconds(sequence.body.bargeInAfterMs ?? 0) : nil
    }

    /// Whether the rest of the current speech is not sent any more.
    var isCut: Bool { isSkipping || ending != nil }

    /// Returns whether the user's speech ends it now.
    func givesWayToSpeech(at now: ContinuousClock.Instant) -> Bool {
        bargeInAfter.map { $0 <= sound.heard(at: now) } ?? false
    }

    /// Records that a speech cannot be spoken.
    mutating func leaveOut(because reason: String) { problem = problem ?? reason }

    /// Ends the sequence, unless it has been ended before.
    mutating func end(because reason: String, _ cause: AudioPlayback.Cause? = nil) {
        if ending == nil { ending = Ending(reason: reason, cause: cause) }
    }
}

extension AudioSequence {
    /// Whether it is to stop when the user speaks, such as an alarm. A satellite cannot hold and resume what it plays.
    var givesWayToSpeech: Bool { (bargeIn ?? BargeIn.none) != BargeIn.none }

    /// The speech, in order.
    var speech: [AudioEvent.Speech] { Self.speech(in: events) }

    private static func speech(in events: [AudioEvent]) -> [AudioEvent.Speech] {
        events.flatMap { event -> [AudioEvent.Speech] in
            switch event {
            case .speech(let speech): [speech]
            case .composite(let events): speech(in: events)
            case .tone, .file, .silence: []
            }
        }
    }
}
