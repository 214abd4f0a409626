import SaybusMessages
import SaybusSound
import Synchronization

/// Plays sequences on one sink, on tracks of different priority, and tells what becomes of each.
///
/// Every sequence that is handed in gets exactly one report that ``AudioPlayback/isOver``; a sink that fails or an event that cannot be
/// played costs that sequence or event, never the player. Sequences and their events follow each other without a gap. What is told has
/// sounded, by the sink's word.
public final class SequencePlayer: Sendable {
    /// Takes a report, and the id of the sequence's message, which is its cause. Reports of one sequence come in order, one at a time.
    public typealias Report = @Sendable (AudioPlayback, MessageID) async -> Void
    /// Takes the samples that go to the sink, in order.
    public typealias Tap = @Sendable ([Int16]) -> Void

    /// How sequences are played.
    public struct Options: Sendable {
        /// How many sequences may wait; more are skipped.
        public var capacity = 1000
        /// How many decibels softer a lower track sounds on beside a higher one; nil holds it instead.
        public var duck: Double?
        /// What becomes of sequences that do not say it when the user begins to speak; nil when nobody listens for that.
        public var bargeIn: AudioSequence.BargeIn?
        /// The folders of the sound files that may be played.
        public var sounds = SoundFolders()

        /// The usual.
        public init() {}
    }

    let sink: any AudioSink
    let synthesizer: any Synthesizer
    let report: Report
    let options: Options
    let tap: Tap?
    let state: Mutex<State>
    /// Told when there is something to mix or to decide.
    let filled = Signal()
    /// Told when a mark waits to sound.
    let marked = Signal()
    /// Told when a report waits to be taken.
    let due = Signal()

    struct State {
        var queue: PlayQueue
        var mixer: Mixer
        var settings = PlaySettings()
        /// What is in the sink and has not sounded yet.
        var marks: ArraySlice<Mixer.Mark> = []
        /// Waits for the first of them.
        var listening: Task<Void, any Error>?
        var reports: ArraySlice<AudioPlayback> = []
        var feeders: [MessageID: Task<Void, Never>] = [:]
        /// How often the sink has failed.
        var failures = 0
        /// Whether the sink runs.
        var isAwake = false
        var isFinishing = false
        var isOver = false
    }

    /// A player; it plays while ``run()`` runs.
    public init(
        sink: any AudioSink, synthesizer: any Synthesizer, options: Options = Options(), tap: Tap? = nil,
        report: @escaping Report
    ) {
        (self.sink, self.synthesizer, self.options, self.tap, self.report) = (sink, synthesizer, options, tap, report)
        let queue = PlayQueue(
            capacity: options.capacity, rate: sink.rate, ducks: options.duck != nil, bargeIn: options.bargeIn ?? .none)
        state = Mutex(State(queue: queue, mixer: Mixer(rate: sink.rate)))
    }

    /// Hands in a sequence; `id` is its message's. One that finds no room is reported as skipped before this returns; an id that is here
    /// already is the same sequence again, and ignored.
    /// - Parameter sender: Who has sent it, whose own sound files it may name.
    public func play(
        _ sequence: AudioSequence, id: MessageID, session: Session = .default, from sender: Source? = nil
    ) async {
        let entry = PlayQueue.Entry(
            id: id, session: session, sender: sender, events: sequence.events, track: sequence.track ?? "main",
            priority: sequence.priority ?? 10, policy: sequence.policy ?? .append,
            reportsItems: sequence.reportsItems ?? false, reportsWords: sequence.reportsWords ?? false,
            bargeIn: sequence.bargeIn, bargeInAfterMs: sequence.bargeInAfterMs ?? 0)
        let refusal: AudioPlayback? = state.withLock { state in
            if state.isFinishing { return state.queue.over(entry, .skipped, "the player has ended") }
            // Reports that nobody takes must not pile up.
            if state.reports.count > 4 * state.queue.capacity {
                return state.queue.over(entry, .skipped, "too many reports on earlier sequences wait to be taken")
            }
            var actions = state.queue.add(entry)
            var refusal: AudioPlayback?
            if case .report(let last) = actions.last, last.sequence == id, last.state == .skipped {
                refusal = last
                actions.removeLast()
            }
            perform(actions, &state)
            return refusal
        }
        wake()
        if let refusal { await report(refusal, id) }
    }

    /// Changes what plays and waits, or how what follows is spoken: of one session (nil: of all), and of one track when the control names one.
    ///
    /// Throws ``SynthesisError`` for a voice that is not there and for numbers outside their range; nothing is changed then.
    public func control(_ control: AudioControl, session: Session? = nil) async throws {
        let scope = PlaySettings.Scope(session: session, track: control.track)
        let isMeant = { (lane: PlayQueue.Lane) in
            (session == nil || lane.session == session) && (control.track == nil || lane.track == control.track)
        }
        switch control.action {
        case .pause: decide { $0.pause(isMeant) }
        case .resume: decide { $0.resume(isMeant) }
        case .skip: decide { $0.jump(isMeant, forward: true) }
        case .back: decide { $0.jump(isMeant, forward: false) }
        case .stop: decide { $0.stop(isMeant, "stopped on demand") }
        case .volume:
            guard let value = control.value, value >= 0, value <= 1 else {
                throw SynthesisError(.outOfRange, "A volume is a value of 0 to 1.")
            }
            set { $0.setVolume(value, of: scope) }
        case .mute: set { $0.setMuted(true, of: scope) }
        case .unmute: set { $0.setMuted(false, of: scope) }
        case .rate:
            guard let value = control.value, let rate = Int(exactly: value.rounded()) else {
                throw SynthesisError(.outOfRange, "A rate is a value in words a minute.")
            }
            // The engine knows its ranges and voices: it is asked for nothing in that voice.
            _ = try await synthesizer.synthesize(.init("", rate: rate))
            set { $0.setRate(rate, of: scope) }
        case .voice:
            if let voice = control.voice { _ = try await synthesizer.synthesize(.init("", voice: voice)) }
            set { $0.setVoice(control.voice, of: scope) }
        }
    }

    /// The user begins to speak. Gives whether something is held until it is known what he says.
    public func speechBegan(in session: Session) -> Bool {
        var holds = false
        decide { queue in
            let (actions, isHeld) = queue.speechBegan(session)
            holds = isHeld
            return actions
        }
        return holds
    }

    /// What the user said were words, or a false alarm.
    public func speechEnded(in session: Session, hadWords: Bool) {
        decide { hadWords ? $0.speechMattered(session) : $0.speechWasNothing(session) }
    }

    /// What is being said in a session.
    public func spokenTexts(in session: Session) -> [String] {
        state.withLock { state in
            state.queue.performances.values.filter { $0.entry.session == session }
                .map { AudioEvent.composite($0.entry.events).spokenText }
        }
    }

    /// Takes no more sequences; ``run()`` returns when those that are here have played. What is paused ends.
    public func finish() {
        state.withLock { state in
            state.isFinishing = true
            let paused = Set(state.queue.lanes.filter { $0.value.pause != nil }.keys)
            perform(state.queue.stop({ paused.contains($0) }, "the player has ended"), &state)
        }
        wake()
    }

    /// Whether nothing plays and nothing waits.
    public var isIdle: Bool { state.withLock(\.queue.isIdle) }

    /// Decides, and does what follows.
    func decide(_ body: (inout PlayQueue) -> [PlayQueue.Action]) {
        state.withLock { state in perform(body(&state.queue), &state) }
        wake()
    }

    private func set(_ body: (inout PlaySettings) -> Void) {
        state.withLock { state in
            body(&state.settings)
            for (id, playing) in state.queue.performances {
                let level = state.settings.level(.init(session: playing.entry.session, track: playing.entry.track))
                state.mixer.change(id) { $0.setLevel(level) }
            }
        }
    }

    func wake() {
        filled.notify()
        due.notify()
        marked.notify()
    }
}
