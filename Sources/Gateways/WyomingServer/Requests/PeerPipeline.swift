import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import Synchronization

/// A pipeline that a peer runs on its connection: wake word, utterance, turn, answer. The peer only sends sound.
struct PeerPipeline {
    enum Phase {
        case awaitingText
        case waking(WakeWordUtteranceStream, [String])
        case hearing(Hearing)
        /// A turn is going on; sound is dropped.
        case answering(Answering, Task<Void, Never>)
        case over
    }

    /// The state of a turn that a task of its own runs.
    final class Answering: Sendable {
        let isOver = Mutex(false)
    }

    let plan: PipelineRequest
    let peer: WyomingPeer
    let gateway: Gateway
    let session: Session
    let speaker: PeerSpeaker?
    var phase = Phase.over

    /// Creates a pipeline; ``start()`` begins it.
    /// - Parameter speaker: The peer's loudspeaker, which plays the answers; nil when it plays nothing.
    init(
        _ plan: PipelineRequest, _ peer: WyomingPeer, _ gateway: Gateway, _ session: Session, _ speaker: PeerSpeaker?
    ) {
        (self.plan, self.peer, self.gateway, self.session, self.speaker) = (plan, peer, gateway, session, speaker)
    }

    /// Whether the pipeline waits for a text.
    var takesText: Bool { if case .awaitingText = phase { true } else { false } }

    /// Whether a turn goes on.
    var isAnswering: Bool {
        guard case .answering(let answering, _) = phase else { return false }
        return !answering.isOver.withLock { $0 }
    }

    /// Whether the pipeline has ended.
    var isOver: Bool { if case .over = phase { true } else { false } }

    /// The time at which the utterance that is recognized ends at the latest; nil when none is.
    var utteranceEnd: ContinuousClock.Instant? {
        if case .hearing(let hearing) = phase { hearing.transcription?.end } else { nil }
    }

    /// Begins with the first stage.
    mutating func start() async throws {
        switch plan.start {
        case .wake:
            let phrases = gateway.services.phrases(named: plan.wakeWords)
            phase = .waking(WakeWordUtteranceStream(try await gateway.wakeWordDetectors(phrases)), phrases)
            try await peer.send(WyomingEvent(type: "detect"))
        case .asr: try await hear()
        case .tts:
            guard let text = plan.announcement else {
                throw RequestFailure("pipeline", "a pipeline that begins with tts needs an announce_text")
            }
            var voice = PeerVoice(peer, try gateway.synthesizer())
            try await voice.speak(AudioEvent.Speech(text))
            try await voice.finish()
        // The text comes as an event of its own.
        case .intent, .handle: phase = .awaitingText
        }
    }

    /// Processes sound.
    mutating func process(_ samples: [Int16]) async throws {
        switch phase {
        case .waking(var stream, let phrases):
            if speaker?.answer.take() == true {
                try await hear(isAnswer: true)
                return try await process(samples)
            }
            let steps = try await stream.process(samples)
            phase = .waking(stream, phrases)
            try await wake(steps, phrases)
        case .hearing(let hearing): try await process(samples, hearing)
        case .answering: try await endIfAnswered()
        case .awaitingText, .over: break
        }
    }

    /// Processes the end of the peer's sound, which ends the utterance as a pause does.
    /// - Parameter isWithdrawn: Whether the peer has given up what it was saying.
    mutating func endSound(isWithdrawn: Bool) async throws {
        switch phase {
        case .waking(var stream, let phrases) where !isWithdrawn:
            // A word at the very end counts, too. The next sound continues the search.
            let steps = try await stream.finish()
            phase = .waking(stream, phrases)
            try await wake(steps, phrases)
        case .hearing(let hearing):
            if isWithdrawn { await cancel() } else { try await end(hearing) }
        case .waking, .answering, .awaitingText, .over: break
        }
    }

    /// Tells the peer of a wake word, and listens to the utterance that follows it.
    private mutating func wake(_ steps: [WakeWordUtteranceStream.Step], _ phrases: [String]) async throws {
        for step in steps {
            switch step {
            case .detected(let index):
                speaker?.userSpeaks()
                let name = JSONValue.string(WyomingServices.name(of: phrases[index]))
                try await peer.send(WyomingEvent(type: "detection", data: ["name": name]))
                if plan.end == .wake { return try await end() }
            case .utterance(let samples):
                try await hear()
                try await process(samples)
            }
        }
    }

    /// Ends the pipeline, or begins it again, when its turn is over.
    mutating func endIfAnswered() async throws {
        guard case .answering(let answering, _) = phase, answering.isOver.withLock({ $0 }) else { return }
        try await end()
    }

    /// Cancels the utterance or the answer in progress.
    mutating func cancel() async {
        if case .hearing(let hearing) = phase { await hearing.transcription?.cancel() }
        if case .answering(_, let task) = phase { task.cancel() }
        phase = .over
    }

    /// Ends the pipeline, or begins it again, or listens to the answer that an app expects.
    mutating func end() async throws {
        phase = .over
        if speaker?.answer.take() == true { return try await hear(isAnswer: true) }
        // A satellite that has its wake word detected here asks for the pipeline once, and goes on sending its sound.
        if plan.restarts || speaker != nil && plan.start == .wake { try await start() }
    }
}
