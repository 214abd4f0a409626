import SaybusMessages
import SaybusSound
import Synchronization

/// A player of sequences on one sink, with tracks of different priority, that reports what was played.
///
/// Every sequence gets exactly one report that `AudioPlayback.isOver`. A sink that fails or an event that
/// cannot be played costs only that sequence or event. Sequences and their events follow each other without a
/// gap. Reports refer to sound that the sink has played back.
public final class SequencePlayer: Sendable {
    /// Receives a report, and the id of the sequence's message. The reports of a sequence come in order, one at
    /// a time.
    public typealias Report = @Sendable (AudioPlayback, MessageID) async -> Void
    /// Receives the samples that go to the sink, in order; nil at the end of a passage, when the sink rests.
    public typealias Tap = @Sendable ([Int16]?) -> Void

    /// The limits and defaults of a player.
    public struct Options: Sendable {
        /// The maximum number of waiting sequences; more are skipped.
        var capacity = 1000
        /// The maximum estimated length of the sequences before a new one on its track; with more, the new one is
        /// skipped. After this time its publisher no longer waits for it.
        var maximumWait = Duration.seconds(600)
        /// The attenuation of lower tracks in decibels beside a higher one; nil holds them instead.
        public var duck: Double?
        /// The behaviour, when the user begins to speak, of sequences that do not specify one; nil when
        /// barge-in is off.
        public var bargeIn: AudioSequence.BargeIn?
        /// The folders of playable sound files.
        public var sounds = SoundFolders()
        /// Whether sounds of web servers are fetched.
        public var fetchesSounds = true
        /// Whether each word is reported as it begins to sound, of sequences that do not specify it.
        public var reportsWords = false
        /// The default voice that somebody has chosen; nil for that of the engine. Speech in its language keeps it.
        public var chosenVoice: String?

        /// Creates the default options.
        public init() {}
    }

    let sink: any AudioSink
    let synthesizer: any Synthesizer
    let report: Report
    let options: Options
    let tap: Tap?
    let sounds: SoundSource
    let state: Mutex<State>
    /// Signalled when there is something to mix or to decide.
    let inputReady = Signal()
    /// Signalled when a mark is added.
    let markAdded = Signal()
    /// Signalled when a report is added.
    let reportAdded = Signal()
    /// The controls of voice and rate that are still to be checked. Speech that follows them waits for them.
    let voiceControls = VoiceControlQueue()

    struct State {
        var queue: PlayQueue
        var mixer: Mixer
        var settings = PlaySettings()
        /// The marks whose samples are in the sink and not yet played back.
        var marks: ArraySlice<Mixer.Mark> = []
        /// The task that waits for the first mark.
        var markWait: Task<Void, any Error>?
        var reports: ArraySlice<AudioPlayback> = []
        var renderTasks: [MessageID: Task<Void, Never>] = [:]
        /// The number of sink failures.
        var failures = 0
        /// Whether the sink is running.
        var isSinkRunning = false
        var isFinishing = false
        var isOver = false
    }

    /// Creates a player, which plays while ``run()`` runs.
    public init(
        sink: any AudioSink, synthesizer: any Synthesizer, options: Options = Options(), tap: Tap? = nil,
        report: @escaping Report
    ) {
        (self.sink, self.synthesizer, self.options, self.tap, self.report) = (sink, synthesizer, options, tap, report)
        sounds = SoundSource(folders: options.sounds, web: options.fetchesSounds ? WebSounds() : nil)
        let queue = PlayQueue(
            capacity: options.capacity, rate: sink.rate, maximumWait: options.maximumWait, ducks: options.duck != nil,
            bargeIn: options.bargeIn ?? .none)
        state = Mutex(State(queue: queue, mixer: Mixer(rate: sink.rate)))
    }

    /// Adds a sequence. If there is no room, it is reported as skipped before this returns. A sequence whose id
    /// is known is ignored as a repetition.
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - id: The id of the sequence's message.
    ///   - session: The session of the sequence.
    ///   - sender: The sender, which may name its own sound files.
    ///   - isUnasked: Whether it came by itself, such as a timer's alarm. While a question waits for its answer, it
    ///     does not begin, for a while.
    /// - Returns: The reason why the sequence is skipped at once; nil when it is taken.
    @discardableResult
    func play(
        _ sequence: AudioSequence, id: MessageID, session: Session = .default, from sender: Source? = nil,
        isUnasked: Bool = false
    ) async -> String? {
        let entry = PlayQueue.Entry(
            id: id, session: session, sender: sender, events: sequence.events, track: sequence.trackName,
            priority: sequence.priority ?? AudioSequence.defaultPriority, policy: sequence.policy ?? .append,
            reportsItems: sequence.reportsItems ?? false, reportsWords: sequence.reportsWords ?? options.reportsWords,
            bargeIn: sequence.bargeIn, bargeInAfterMs: sequence.bargeInAfterMs ?? 0,
            language: sequence.spokenLanguage(withVoice: options.chosenVoice), isUnasked: isUnasked)
        let refusal: AudioPlayback? = state.withLock { state in
            if state.isFinishing { return state.queue.over(entry, .skipped, "the player has ended") }
            // The number of undelivered reports is bounded.
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
        return refusal?.reason
    }

    /// Applies a control to the playing and waiting sequences, or to speech that follows.
    ///
    /// It applies to one session, or to all for nil, and to one track if the control names it.
    ///
    /// - Throws: ``SynthesisError`` for an unknown voice or a value out of range; nothing is changed then.
    public func control(_ control: AudioControl, session: Session? = nil) async throws {
        let scope = PlaySettings.Scope(session: session, track: control.track)
        let matches = { (track: PlayQueue.SessionTrack) in
            (session == nil || track.session == session) && (control.track == nil || track.name == control.track)
        }
        switch control.action {
        case .pause: updateQueue { $0.pause(matches) }
        case .resume: updateQueue { $0.resume(matches) }
        case .skip: updateQueue { $0.jump(matches, forward: true) }
        case .back: updateQueue { $0.jump(matches, forward: false) }
        case .stop: updateQueue { $0.stop(matches, "stopped on demand") }
        case .volume:
            let volume = try control.volume()
            updateSettings { $0.setVolume(volume, of: scope) }
        case .mute: updateSettings { $0.setMuted(true, of: scope) }
        case .unmute: updateSettings { $0.setMuted(false, of: scope) }
        case .rate:
            let rate = try control.rate()
            // The engine checks voice and range with an empty text.
            _ = try await synthesizer.synthesize(.init("", rate: rate))
            updateSettings { $0.setRate(rate, of: scope) }
        case .voice:
            if let voice = control.voice { _ = try await synthesizer.synthesize(.init("", voice: voice)) }
            updateSettings { $0.setVoice(control.voice, of: scope) }
        }
    }

    /// Handles the start of the user's speech, after which the outcome must follow.
    func speechBegan(in session: Session) { updateQueue { $0.speechBegan(session) } }

    /// Handles the outcome of the user's speech: words, or a false alarm.
    /// - Parameters:
    ///   - session: The session.
    ///   - hadWords: Whether the speech contained words.
    ///   - goesOn: Whether the user has begun to speak again. The outcome of that speech must follow.
    func speechEnded(in session: Session, hadWords: Bool, goesOn: Bool = false) {
        updateQueue {
            hadWords ? $0.speechHadWords(session, goesOn: goesOn) : $0.speechWasFalseAlarm(session)
        }
    }

    /// Holds or ducks all tracks below a question's priority while a question waits for its answer.
    func setAsking(_ isAsking: Bool) { updateQueue { $0.setAsking(isAsking, at: .now) } }

    /// Returns the texts being spoken in a session.
    func spokenTexts(in session: Session) -> [String] {
        state.withLock { state in
            state.queue.playbacks.values.filter { $0.entry.session == session }
                .map { AudioEvent.composite($0.entry.events).spokenText }
        }
    }

    /// Stops accepting sequences; ``run()`` returns when the accepted ones have played. Paused sequences end.
    func finish() {
        state.withLock { state in
            state.isFinishing = true
            let paused = Set(state.queue.tracks.filter { $0.value.pause != nil }.keys)
            perform(state.queue.stop({ paused.contains($0) }, "the player has ended"), &state)
        }
        wake()
    }

    /// Returns whether a sequence of a session plays or waits.
    func hasSequences(in session: Session) -> Bool {
        state.withLock { $0.queue.tracks.contains { $0.key.session == session && $0.value.isLive } }
    }

    /// Whether no sequence plays or waits.
    var isIdle: Bool { state.withLock(\.queue.isIdle) }

    /// Updates the queue, and performs the resulting actions.
    func updateQueue(_ body: (inout PlayQueue) -> [PlayQueue.Action]) {
        state.withLock { state in perform(body(&state.queue), &state) }
        wake()
    }

    private func updateSettings(_ body: (inout PlaySettings) -> Void) {
        state.withLock { state in
            body(&state.settings)
            for (id, playing) in state.queue.playbacks {
                let level = state.settings.level(.init(session: playing.entry.session, name: playing.entry.track))
                state.mixer.change(id) { $0.setLevel(level) }
            }
        }
    }

    func wake() {
        inputReady.notify()
        reportAdded.notify()
        markAdded.notify()
    }
}
