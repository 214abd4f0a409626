import SaybusBus
import SaybusMessages
import SaybusStage

/// The state of a published audio sequence until its end. Pure.
struct TrackedPlayback: Sendable {
    /// The events if they contain a sound file, else empty.
    private let events: [AudioEvent]
    /// Whether the sequence goes on until it is stopped.
    let isEndless: Bool
    /// Whether a sequence without words had an unplayable sound file, which is a problem but no failure of the turn.
    private var isExcused = false
    private var sentAt: Int64?
    private var startedAt: Int64?
    /// Whether the sequence waits for others, or is paused, for as long as its audio stage lives.
    private(set) var isHeld = false
    /// The audio stage that has the sequence; nil until one has confirmed it.
    private(set) var player: PlayingStage?

    init(_ events: [AudioEvent]) {
        self.events = events.contains(where: \.hasFile) ? events : []
        isEndless = events.contains(where: \.isEndless)
    }

    /// Records the time at which the sequence was published, in Unix microseconds.
    mutating func sent(at time: Int64) { sentAt = time }

    /// Records the audio stage that has the sequence.
    mutating func taken(by header: Header) { player = PlayingStage(header) }

    /// Applies a report of the audio stage.
    /// - Returns: The sequence's end when the report is one, and a problem with a sound file.
    mutating func apply(_ message: Message<AudioPlayback>) -> (end: PlaybackEnd?, problem: String?) {
        let playback = message.body
        taken(by: message.header)
        if let isHeld = playback.isHeld { self.isHeld = isHeld }
        let problem = playback.fileProblem(in: events)
        guard playback.item == nil else {
            if problem != nil { isExcused = AudioEvent.composite(events).spokenText.isEmpty }
            return (nil, problem)
        }
        switch playback.state {
        case .started: startedAt = message.header.at
        case .finished: return (end(.finished), problem)
        case .interrupted:
            let reason = playback.reason ?? "it was interrupted"
            guard let cause = playback.cause else { return (end(.unheard(reason)), problem) }
            return (end(.stopped(reason, cause, hadBegun: true), heard: playback.text), problem)
        case .skipped:
            let reason = playback.reason ?? "it was skipped"
            if let cause = playback.cause { return (end(.stopped(reason, cause, hadBegun: false), heard: ""), problem) }
            return (end(isExcused ? .finished : .unheard(reason)), problem)
        case .queued, .suspended, .resumed, .word: break
        }
        return (nil, problem)
    }

    /// Returns the sequence's end if the audio stage that has it is gone or was restarted, else nil.
    func end(with status: Message<StageStatus>) -> PlaybackEnd? {
        player?.loss(by: status).map { end(.cut($0)) }
    }

    /// Returns an end with this outcome and with the latency, if known.
    func end(_ outcome: PlaybackEnd.Outcome, heard: String? = nil) -> PlaybackEnd {
        let latency = startedAt.flatMap { started in sentAt.map { WallClock.elapsed(from: $0, to: started) } }
        return PlaybackEnd(outcome, heard: heard, latency: latency)
    }
}

extension AudioPlayback {
    /// Whether the sequence waits or is paused after the report; nil when the report does not tell.
    fileprivate var isHeld: Bool? {
        switch state {
        case .started, .resumed, .word: false
        case .queued, .suspended: item == nil ? true : nil
        case .finished, .interrupted, .skipped: nil
        }
    }
}
