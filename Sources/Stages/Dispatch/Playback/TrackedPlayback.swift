import SaybusBus
import SaybusMessages
import SaybusStage

/// The state of a published audio sequence until its end. Pure.
struct TrackedPlayback: Sendable {
    /// An audio stage that has the sequence.
    private struct Player: Sendable {
        /// The run of the stage. One that drains says nothing of what its successor has.
        let run: ProgramRun
        /// Whether it has reported on the sequence, and not only confirmed it.
        let hasReported: Bool
    }

    /// The events if they contain a sound file, else empty.
    private let events: [AudioEvent]
    /// Whether the sequence goes on until it is stopped.
    let isEndless: Bool
    /// The time that the sequence takes to play, at most.
    let maximumDuration: Duration
    /// Whether a sequence without words had an unplayable sound file, which is a problem but no failure of the turn.
    private var isExcused = false
    private var sentAt: Int64?
    private var startedAt: Int64?
    /// Whether the sequence waits for others, or is paused, for as long as its audio stage lives.
    private(set) var isHeld = false
    /// The audio stages that have the sequence, in the order in which they have confirmed it. The reports of the first
    /// one that has reported count. When it fails, those of the next one do: two may play in one session, one without
    /// a loudspeaker.
    private var players: [Player] = []
    /// The audio stages at which the sequence is over.
    private var over: Set<ProgramRun> = []
    /// The end at an audio stage whose reports do not count, and which has played the sequence.
    private var otherEnd: PlaybackEnd?

    /// Whether the sequence has begun to sound.
    var hasBegun: Bool { startedAt != nil }
    /// Whether an audio stage has confirmed the sequence.
    var isTaken: Bool { !players.isEmpty }

    init(_ events: [AudioEvent]) {
        self.events = events.contains(where: \.hasFile) ? events : []
        isEndless = events.contains(where: \.isEndless)
        maximumDuration = events.maximumDuration
    }

    /// Records the time at which the sequence was published, in Unix microseconds.
    mutating func sent(at time: Int64) { sentAt = time }

    /// The audio stage whose reports count; nil before the first report.
    private var reporter: ProgramRun? { players.first(where: \.hasReported)?.run }

    /// Records an audio stage that has the sequence.
    /// - Parameter hasReported: Whether it has reported on the sequence.
    mutating func taken(by header: Header, hasReported: Bool = false) {
        let run = ProgramRun(header)
        guard !over.contains(run) else { return }
        let index = players.firstIndex { $0.run == run }
        let player = Player(
            run: run, hasReported: hasReported || index.map { players[$0].hasReported } ?? false)
        if let index { players[index] = player } else { players.append(player) }
    }

    /// Applies a report of an audio stage.
    /// - Returns: The sequence's end when the report is one, and a problem with a sound file; nil when the report does
    ///   not count. The first start counts at any stage.
    mutating func apply(_ message: Message<AudioPlayback>) -> (end: PlaybackEnd?, problem: String?)? {
        let (playback, run) = (message.body, ProgramRun(message.header))
        guard !over.contains(run) else { return nil }
        taken(by: message.header, hasReported: true)
        let begins = playback.item == nil && playback.state == .started && !hasBegun
        if begins { startedAt = message.header.at }
        guard reporter == run else {
            if let last = end(in: playback) { _ = end(at: run, last) }
            // It sounds there, also if the stage whose reports count fails at it.
            guard begins else { return nil }
            return (nil, nil)
        }
        if let isHeld = playback.isHeld { self.isHeld = isHeld }
        let problem = playback.fileProblem(in: events)
        guard playback.item == nil else {
            if problem != nil { isExcused = AudioEvent.composite(events).spokenText.isEmpty }
            return (nil, problem)
        }
        guard let last = end(in: playback) else { return (nil, problem) }
        return (end(at: run, last), problem)
    }

    /// Returns the end that a report tells of; nil when it tells of none.
    private func end(in playback: AudioPlayback) -> PlaybackEnd? {
        guard playback.item == nil else { return nil }
        switch playback.state {
        case .finished: return end(.finished)
        case .interrupted:
            let reason = playback.reason ?? "it was interrupted"
            guard let cause = playback.cause else { return end(.unheard(reason)) }
            return end(.stopped(reason, cause, hadBegun: true), heard: playback.text)
        case .skipped:
            let reason = playback.reason ?? "it was skipped"
            if let cause = playback.cause { return end(.stopped(reason, cause, hadBegun: false), heard: "") }
            return end(isExcused ? .finished : .unheard(reason))
        case .queued, .started, .suspended, .resumed, .word: return nil
        }
    }

    /// Records that the sequence is over at an audio stage.
    /// - Parameters:
    ///   - run: The run of the audio stage.
    ///   - last: The sequence's end there.
    ///   - mayComeBack: Whether the stage may still play it, since it may only stand still.
    /// - Returns: The sequence's end; nil while the reports of another audio stage count.
    private mutating func end(at run: ProgramRun, _ last: PlaybackEnd, mayComeBack: Bool = false) -> PlaybackEnd? {
        let counts = reporter == run || reporter == nil
        players.removeAll { $0.run == run }
        if !mayComeBack { over.insert(run) }
        switch last.outcome {
        case .finished, .stopped:
            if counts { return last }
            otherEnd = otherEnd ?? last
            return nil
        case .unheard, .cut, .expired:
            guard counts else { return nil }
            isHeld = false
            return otherEnd ?? (reporter == nil ? last : nil)
        }
    }

    /// Applies the status of an audio stage.
    /// - Returns: The sequence's end if the stage that has it is gone or was restarted, and no other one has it.
    mutating func end(with status: Message<StageStatus>) -> PlaybackEnd? {
        for player in players {
            guard let reason = player.run.playbackLoss(by: status) else { continue }
            return end(at: player.run, end(.cut(reason)), mayComeBack: status.body.state == .lost)
        }
        return nil
    }

    /// Forgets the audio stages that had the sequence, because it is published once more.
    mutating func sentAgain() { (players, otherEnd, isHeld) = ([], nil, false) }

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
