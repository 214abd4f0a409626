import Messages
import Sound
import Synchronization

/// Plays sequences on one sink, one after the other, and tells what becomes of each.
///
/// Every sequence that is handed in gets exactly one report that ``AudioPlayback/isOver``; a sink that fails or an event that cannot be
/// played costs that sequence or event, never the player. Within a sequence the events follow each other without a gap; between two
/// sequences, and between events that are reported one by one, the sink is drained first, so that the reports are true.
public final class SequencePlayer: Sendable {
    /// Takes a report, and the id of the sequence's message, which is its cause. Reports of one sequence come in order, one at a time.
    public typealias Report = @Sendable (AudioPlayback, MessageID) async -> Void

    let sink: any AudioSink
    let synthesizer: any Synthesizer
    private let report: Report
    let state: Mutex<State>
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    struct State {
        var queue: PlayQueue
        var actions: ArraySlice<PlayQueue.Action> = []
        var defaults = PlayDefaults()
        var passage: Passage
        /// The step that waits for the sink to drain.
        var draining: Int?
        /// The step that is being cancelled: its end is told by who cancels it.
        var cancelled: Int?
        /// Finished when a pause ends.
        var pause: AsyncStream<Void>.Continuation?
        var prepared: Prepared?
        var isFinishing = false
    }

    /// An event whose first block is being made before its turn.
    struct Prepared {
        let event: AudioEvent
        let defaults: PlayDefaults
        let renderer: EventRenderer
        let task: Task<Void, Never>
    }

    /// A player; it plays while ``run()`` runs. At most `capacity` sequences wait; more are skipped.
    public init(
        sink: any AudioSink, synthesizer: any Synthesizer, capacity: Int = 1000, report: @escaping Report
    ) {
        (self.sink, self.synthesizer, self.report) = (sink, synthesizer, report)
        state = Mutex(
            State(queue: PlayQueue(capacity: capacity, rate: sink.rate), passage: Passage(limit: 5 * sink.rate)))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Hands in a sequence; `id` is its message's. One that finds no room is reported as skipped before this returns; an id that is here
    /// already is the same sequence again, and ignored.
    public func play(_ sequence: AudioSequence, id: MessageID, session: Session = .default) async {
        let entry = PlayQueue.Entry(
            id: id, session: session, events: sequence.events, policy: sequence.policy ?? .append,
            reportsItems: sequence.reportsItems ?? false)
        let refusal: AudioPlayback? = state.withLock { state in
            if state.isFinishing { return state.queue.over(entry, .skipped, "the player has ended") }
            // Reports that nobody takes must not pile up.
            if state.actions.count > 4 * state.queue.capacity {
                return state.queue.over(entry, .skipped, "too many reports on earlier sequences wait to be taken")
            }
            var actions = state.queue.add(entry)
            var refusal: AudioPlayback?
            if case .report(let last) = actions.last, last.sequence == id, last.state == .skipped {
                refusal = last
                actions.removeLast()
            }
            append(actions, &state)
            return refusal
        }
        if let refusal { await report(refusal, id) }
    }

    /// Changes what plays and waits, of one session (nil: of all), or how what follows is spoken, whoever's it is.
    ///
    /// Throws ``SynthesisError`` for a voice that is not there and for numbers outside their range; nothing is changed then.
    public func control(_ control: AudioControl, session: Session? = nil) async throws {
        switch control.action {
        case .pause: apply { $0.queue.pause(session) }
        case .resume: apply { $0.queue.resume(session) }
        case .skip: apply { $0.queue.skip(session) }
        case .stop: apply { $0.queue.stop(session, "stopped on demand") }
        case .volume:
            guard let value = control.value, value >= 0, value <= 1 else {
                throw SynthesisError(.outOfRange, "A volume is a value of 0 to 1.")
            }
            state.withLock { $0.defaults.volume = value }
        case .rate:
            guard let value = control.value, let rate = Int(exactly: value.rounded()) else {
                throw SynthesisError(.outOfRange, "A rate is a value in words a minute.")
            }
            // The engine knows its ranges and voices: it is asked for nothing in that voice.
            _ = try await synthesizer.synthesize(.init("", rate: rate))
            state.withLock { $0.defaults.rate = rate }
        case .voice:
            if let voice = control.voice { _ = try await synthesizer.synthesize(.init("", voice: voice)) }
            state.withLock { $0.defaults.voice = control.voice }
        }
    }

    /// Takes no more sequences; ``run()`` returns when those that are here have played.
    public func finish() {
        state.withLock { state in
            state.isFinishing = true
            wake.yield()
        }
    }

    /// Whether nothing plays and nothing waits.
    public var isIdle: Bool { state.withLock(\.queue.isIdle) }

    /// Plays until cancelled, or finished and done. Once; when cancelled, what plays is stopped and what waits is skipped, with reports.
    public func run() async {
        var task: Task<Void, Never>?
        while true {
            while let action = state.withLock({ $0.actions.popFirst() }) {
                switch action {
                case .report(let playback): await report(playback, playback.sequence)
                case .perform(let step): task = Task { await perform(step) }
                case .cancel(let step): await cancel(step, task)
                case .hold: await hold()
                }
            }
            if state.withLock({ $0.isFinishing && $0.queue.isIdle && $0.actions.isEmpty }) { break }
            var iterator = wakes.makeAsyncIterator()
            guard await iterator.next() == nil else { continue }
            apply { state in
                state.isFinishing = true
                return state.queue.stop(nil, "the player has ended")
            }
            // A flush that is under way ends by itself.
            if state.withLock({ $0.actions.isEmpty }) { await task?.value }
        }
        state.withLock { state in
            defer { state.prepared = nil }
            return state.prepared?.task
        }?.cancel()
    }

    /// Decides, and leaves what is to be done to ``run()``.
    func apply(_ decide: (inout State) -> [PlayQueue.Action]) {
        state.withLock { state in append(decide(&state), &state) }
    }

    private func append(_ actions: [PlayQueue.Action], _ state: inout State) {
        state.actions += actions
        if !state.queue.isPaused {
            state.pause?.finish()
            state.pause = nil
        }
        if !actions.isEmpty { wake.yield() }
    }

    /// Ends a step early, unless it has ended meanwhile.
    private func cancel(_ step: Int, _ task: Task<Void, Never>?) async {
        let isDue = state.withLock { state in
            guard state.queue.current?.step.number == step else { return false }
            state.cancelled = step
            return true
        }
        guard isDue else { return }
        task?.cancel()
        // The first flush ends the step's waiting, the second catches what it sent meanwhile.
        let first = await sink.flush()
        await task?.value
        let second = await sink.flush()
        apply { state in
            state.passage.flushed(sounded: first + second)
            (state.cancelled, state.draining) = (nil, nil)
            return state.queue.ended(step, .halted(heard: state.passage.takeHeard()))
        }
    }

    /// Takes back what a draining sink has not sounded. A step that sends does so by itself.
    private func hold() async {
        guard state.withLock({ $0.draining != nil && $0.queue.isPaused }) else { return }
        let sounded = await sink.flush()
        state.withLock { $0.passage.takenBack(sounded: sounded) }
    }
}
