import Logging
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage

/// A pipeline that processes each block of audio, and publishes the turns found in it.
///
/// First the echo is removed, then speech is detected, then the audio is amplified. As ``ListenStateMachine`` decides,
/// the audio is then searched for the wake word, passed to the ``Endpointer``, or ignored. Only one task may use a
/// pipeline.
struct CapturePipeline: ~Copyable {
    let context: StageContext
    let session: Session
    private let options: ListenOptions
    let isLive: Bool
    let retransmitter: TurnRetransmitter
    let gate: HalfDuplexGate
    private let inbox: ListenInbox
    private let demand: LevelDemand
    let tones: MicrophoneTones?
    /// The hold of the assistant's sound while the user may speak; nil where that sound does not matter.
    var hold: PlaybackHold?
    let echo: EchoCanceller?

    private var detector: any VoiceActivityDetector = EnergyDetector()
    var endpointer: Endpointer
    var stateMachine: ListenStateMachine
    private var wake: WakeWordSearch?
    private var gain: GainControl?
    private var health = CaptureHealth()
    private var level = LevelMeter()
    var clock = SampleClock()
    var pauses = CapturePauses()
    var senders = SenderClocks()
    /// The open turn; nil when there is none.
    var turn: TurnID?
    /// The properties of the next turn, except its maximum length, which the endpointer has.
    var nextTurn = NextTurn()
    /// The session of the tones: that of the open turn, or of the one that is waited for.
    var toneSession: Session
    var source: String?
    private var reporter: CaptureReporter
    var echoWarning = RepeatedWarning()
    private var echoTail = EchoTail()
    /// The position at which the user was last signalled to speak.
    var invitedAt = 0
    /// The position before which the wake word begins when it is said once more at the beginning of the open turn; nil
    /// where it is one of the user's words.
    var maximumRepetitionStart: Int?
    /// The samples from the order to play the signal until its reverberation has ended at the latest: 1.2 s.
    private static let maximumInvitationSamples = PCMFormat.speech.samples(.milliseconds(1200))
    var clarity = SpeechClarity()
    /// The arbitration among the listeners of the group; nil without a group.
    var arbitration: TurnArbitration?
    /// Whether the sentence that is heard goes on at another listener. It is dropped to its end.
    var isElsewhere = false

    init(
        _ context: StageContext, session: Session, options: ListenOptions, isLive: Bool, services: ListenServices
    ) {
        (self.context, self.session, self.options, self.isLive) = (context, session, options, isLive)
        toneSession = session
        (retransmitter, gate, inbox, demand) = (services.retransmitter, services.gate, services.inbox, services.demand)
        reporter = CaptureReporter(context)
        tones =
            options.tones ? MicrophoneTones(bus: context.bus, logger: context.logger) : nil
        hold =
            isLive && !options.isFullDuplex
            ? PlaybackHold(bus: context.bus, logger: context.logger, gate: services.gate, session: session) : nil
        echo = options.isFullDuplex && options.cancelsEcho ? EchoCanceller() : nil
        endpointer = Endpointer(options.endpointing)
        let mode: ListenStateMachine.Mode =
            switch options.mode {
            case .continuous: .continuous
            case .wake: .wake
            case .pushToTalk: .onRequest
            }
        stateMachine = ListenStateMachine(mode, hasWakeWord: !options.wakeWords.isEmpty)
        wake = options.wakeWords.isEmpty ? nil : WakeWordSearch(options.wakeWords)
        gain = options.gain.map(GainControl.init)
        arbitration = options.group.map { TurnArbitration(group: $0, own: context.bus.source) }
    }

    /// Takes the events that wait, also while the source gives no audio.
    mutating func takeEvents() async throws {
        for event in inbox.take() { try await react(to: event) }
        endHold()
    }

    /// Takes the source's next block, and the events before it.
    mutating func take(_ block: AudioBlock) async throws {
        try await align(block)
        try await takeEvents()
        if !block.samples.isEmpty { try await listen(to: block) }
        if block.isEnd {
            if block.hasHalfSample { reporter.reportHalfSample(of: block.source) }
            if isLive, block.problem != nil {
                try await cancelTurn("the microphone was lost before the end of the sentence")
            }
            if block.problem == nil { try await searchEnd() }
            try await perform(endpointer.close(.endOfInput))
            detector.reset()
        }
        endHold()
    }

    /// Ends the open turn at the end of the source.
    mutating func finish() async throws {
        try await perform(endpointer.close(.stopped))
        hold?.end()
    }

    /// Resumes the held sequences once nobody is expected to speak.
    private mutating func endHold() { if !endpointer.isOpen, !stateMachine.isAwaiting { hold?.end() } }

    /// Aligns the count of samples with the block's position, and reports problems of the source.
    private mutating func align(_ block: AudioBlock) async throws {
        source = block.source
        let gap = block.position - endpointer.position
        if gap > 0 {
            endpointer.skip(gap)
        } else if gap < 0 {
            try await perform(endpointer.restart(.endOfInput, at: block.position))
        }
        guard isLive else { return }
        // A request's timeout also runs while the source gives no audio.
        let pause = pauses.observe(block)
        if pause > 0, !endpointer.isOpen { try await apply(stateMachine.pass(pause, isQuiet: true)) }
        clock.observe(end: block.position + block.samples.count, at: WallClock.microseconds())
        if block.isEnd || block.problem != nil {
            health.restart()
            clock = SampleClock()
        }
        if let problem = block.problem { return reporter.beginSilence(problem) }
        reporter.endSilence(of: block.source)
        for finding in health.observe(block.samples, lost: block.lost, overflows: block.overflows, at: .now) {
            reporter.report(finding, of: source)
        }
    }

    private mutating func listen(to block: AudioBlock) async throws {
        if isLive, !options.isFullDuplex, !endpointer.isOpen, gate.isClosed(searchesWakeWord: searchesWakeWord) {
            // The assistant speaks, so the audio belongs to no turn, and does not use up the timeout of a request.
            echoTail.hear(block.samples)
            try measure(block.samples, isSpeech: false)
            return try await ignore(block.samples)
        }
        let origin = origin(of: block.samples)
        if origin == .words || origin == .reverberation && isInviting { return try await ignore(block.samples) }
        var samples = echo?.cancel(block.samples, position: block.position) ?? block.samples
        let isSpeech = detector.isSpeech(samples) && echo?.isEcho != true && origin == .room
        clarity.observe(samples, isSpeech: isSpeech)
        if isLive, isSpeech { health.observeSpeech(block.samples) }
        try measure(block.samples, isSpeech: isSpeech)
        if let louder = gain?.apply(samples, isSpeech: isSpeech) { samples = louder }
        switch endpointer.isOpen ? .turns : stateMachine.focus {
        case .turns:
            if isCallable, try await detectsWakeWord(samples, isSpeech: isSpeech) { return }
            try await consume(samples, isSpeech: isSpeech)
        case .nothing: try await skip(samples.count)
        case .wakeWord: if try await !detectsWakeWord(samples, isSpeech: isSpeech) { endpointer.skip(samples.count) }
        }
    }

    /// Returns the origin of a block that is heard. The sound of an open turn is not that of the assistant.
    private mutating func origin(of samples: [Int16]) -> EchoTail.Origin {
        guard endpointer.isOpen else { return echoTail.judge(samples) }
        echoTail.pass(samples)
        return .room
    }

    /// Whether only the wake word counts, or speech after it.
    private var searchesWakeWord: Bool {
        stateMachine.focus == .wakeWord || stateMachine.isAwaiting && nextTurn.wakeWord != nil
    }

    /// Whether the wake word counts although a turn is awaited or open: in place of an answer, or said once more before
    /// the command, as by a user who has noticed no reaction.
    private var isCallable: Bool {
        if stateMachine.reactsToWakeWord { return true }
        guard stateMachine.mode == .wake else { return false }
        guard endpointer.isOpen else { return nextTurn.wakeWord != nil }
        guard turn != nil, let start = maximumRepetitionStart else { return false }
        return endpointer.position < start + Self.maximumRepetitionSamples
    }

    /// Publishes the level of the sound as it was captured, while somebody wants it.
    private mutating func measure(_ samples: [Int16], isSpeech: Bool) throws {
        guard demand.isThere else { return level.reset() }
        guard let measured = level.observe(samples, isSpeech: isSpeech, input: source) else { return }
        try context.bus.publish(measured, session: session)
    }

    /// Searches for the wake word.
    /// - Returns: Whether it was detected; then the samples have been handled.
    private mutating func detectsWakeWord(_ samples: [Int16], isSpeech: Bool) async throws -> Bool {
        let finding = try await wake?.process(samples, isSpeech: isSpeech, position: endpointer.position)
        let problem = await wake?.problem
        reporter.reportWake(problem)
        guard finding != nil || wake?.hasDetected == true else { return false }
        if turn != nil {
            if !stateMachine.reactsToWakeWord, let start = finding?.detection.start ?? wake?.detectedStart,
                start >= maximumRepetitionStart ?? 0
            {
                // A command may have the word in it: "call Alexa".
                maximumRepetitionStart = nil
                await wake?.reset(endpointer.position + samples.count)
                return false
            }
            // A user who says the wake word does not answer the question, and has given no command yet.
            turn = nil
            arbitration?.ended()
            _ = endpointer.close(.stopped)
            try await retransmitter.discard("the wake word was said, which begins a turn of its own")
        }
        guard let finding else {
            endpointer.skip(samples.count)
            return true
        }
        try await begin(after: finding)
        return true
    }

    /// Searches the end of a source for the wake word, of which a detector is not certain yet.
    private mutating func searchEnd() async throws {
        guard !endpointer.isOpen, stateMachine.focus == .wakeWord,
            let finding = try await wake?.finish(at: endpointer.position)
        else { return }
        try await begin(after: finding)
    }

    /// Begins to listen after the wake word, to the sound that has followed it.
    private mutating func begin(after finding: WakeWordSearch.Finding) async throws {
        let (word, detection) = (finding.word, finding.detection)
        context.logger.info("the wake word was heard", metadata: ["phrase": "\(word.detector.phrase)"])
        try await apply(stateMachine.wake(word.detector.phrase, session: word.session))
        hold?.begin()
        try await perform(endpointer.restart(at: detection.position))
        // The tones must not sound over a command that has begun.
        let hasCommand = detection.frames.contains(where: \.isSpeech)
        for frame in detection.frames {
            try await consume(frame.samples, isSpeech: frame.isSpeech, mayInvite: !hasCommand)
        }
    }

    /// Leaves out sound of the assistant. The user may begin to speak just when the signal to do so sounds.
    private mutating func ignore(_ samples: [Int16]) async throws {
        guard isInviting else { return try await skip(samples.count) }
        endpointer.hold(gain?.apply(samples, isSpeech: false) ?? samples)
        await wake?.reset(endpointer.position)
    }

    /// Whether the signal to speak may be sounding. What else the assistant says later belongs to no turn.
    private var isInviting: Bool {
        stateMachine.isInviting && endpointer.position - invitedAt < Self.maximumInvitationSamples
    }

    private mutating func skip(_ samples: Int) async throws {
        endpointer.skip(samples)
        await wake?.reset(endpointer.position)
    }

    private mutating func consume(_ samples: [Int16], isSpeech: Bool, mayInvite: Bool = true) async throws {
        try await perform(endpointer.consume(samples, isSpeech: isSpeech))
        guard !endpointer.isOpen else { return }
        try await apply(stateMachine.pass(samples.count, isQuiet: mayInvite && !endpointer.hearsSpeech))
    }
}
