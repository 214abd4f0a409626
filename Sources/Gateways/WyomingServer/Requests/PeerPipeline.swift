import SaybusAudioOutput
import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import Synchronization

/// A pipeline that a peer runs on its connection: wake word, utterance, turn, answer. The peer only sends sound.
struct PeerPipeline {
    private enum Phase {
        case awaitingText
        case waking(WakeWordStream, [String])
        case hearing(Hearing)
        /// A turn is going on; sound is dropped.
        case answering(Answering, Task<Void, Never>)
        case over
    }

    /// An utterance that is awaited, or is going on.
    private struct Hearing {
        var utterances: UtteranceStream
        var transcription: Transcription?
        /// The samples without speech so far.
        var quiet = 0
    }

    /// The state of a turn that a task of its own runs.
    private final class Answering: Sendable {
        let isOver = Mutex(false)
    }

    /// The samples without speech after which an utterance is given up: 15 s.
    private static let patience = 15 * IncomingSound.rate

    let plan: PipelinePlan
    private let peer: WyomingPeer
    private let gateway: Gateway
    private let session: Session
    private let speaker: PeerSpeaker?
    private var phase = Phase.over

    /// Creates a pipeline; ``start()`` begins it.
    /// - Parameter speaker: The peer's loudspeaker, whose silence ends a turn; nil when it plays nothing.
    init(
        _ plan: PipelinePlan, _ peer: WyomingPeer, _ gateway: Gateway, _ session: Session, _ speaker: PeerSpeaker?
    ) {
        (self.plan, self.peer, self.gateway, self.session, self.speaker) = (plan, peer, gateway, session, speaker)
    }

    /// Whether the pipeline waits for a text.
    var takesText: Bool { if case .awaitingText = phase { true } else { false } }

    /// Whether the pipeline has ended.
    var isOver: Bool { if case .over = phase { true } else { false } }

    /// Begins with the first stage.
    mutating func start() async throws {
        switch plan.start {
        case .wake:
            let phrases = gateway.services.phrases(named: plan.wakeWords)
            phase = .waking(try await gateway.wakeStream(phrases), phrases)
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
            let finding = try await stream.process(samples).first
            phase = .waking(stream, phrases)
            guard let finding else { return }
            try await peer.send(
                WyomingEvent(
                    type: "detection", data: ["name": .string(WyomingServices.name(of: phrases[finding.index]))]))
            if plan.end == .wake { try await end() } else { try await hear() }
        case .hearing(var hearing):
            // Taken out, so that a failure leaves no recognizer in two places.
            phase = .over
            do {
                let actions = hearing.utterances.process(samples)
                if hearing.transcription == nil { hearing.quiet += samples.count }
                for action in actions {
                    if try await perform(action, &hearing) { return }
                }
                if hearing.quiet > Self.patience { return try await hearNothing() }
                phase = .hearing(hearing)
            } catch {
                await hearing.transcription?.cancel()
                throw error
            }
        case .answering: try await endIfAnswered()
        case .awaitingText, .over: break
        }
    }

    /// Ends the pipeline, or begins it again, when its turn is over.
    mutating func endIfAnswered() async throws {
        guard case .answering(let answering, _) = phase, answering.isOver.withLock({ $0 }) else { return }
        try await end()
    }

    /// Drops what is going on.
    mutating func cancel() async {
        if case .hearing(let hearing) = phase { await hearing.transcription?.cancel() }
        if case .answering(_, let task) = phase { task.cancel() }
        phase = .over
    }

    private mutating func hear() async throws {
        phase = .hearing(Hearing(utterances: UtteranceStream(gateway.services.endpointing)))
        try await peer.send(WyomingEvent(type: "transcribe", data: ["language": .string(gateway.services.language)]))
    }

    /// Returns whether the utterance is over.
    private mutating func perform(_ action: Endpointer.Action, _ hearing: inout Hearing) async throws -> Bool {
        switch action {
        case .start(_, let samples):
            hearing.quiet = 0
            hearing.transcription = try await gateway.transcription()
            try await peer.send(WyomingEvent(type: "voice-started"))
            _ = try await hearing.transcription?.accept(samples)
        case .append(let samples):
            if let recognized = try await hearing.transcription?.accept(samples).recognized {
                hearing.utterances.update(recognized)
            }
        case .end:
            try await peer.send(WyomingEvent(type: "voice-stopped"))
            let text = try await hearing.transcription?.finish().text ?? ""
            hearing.transcription = nil
            try await understand(text)
            return true
        }
        return false
    }

    private mutating func hearNothing() async throws {
        try await peer.send(WyomingEvent(type: "transcript", data: ["text": ""]))
        try await end()
    }

    private mutating func understand(_ text: String) async throws {
        try await peer.send(WyomingEvent(type: "transcript", data: ["text": .string(text)]))
        guard plan.end > .asr, !text.isEmpty else { return try await end() }
        try await answer(text, in: session, context: nil)
    }

    /// Goes on with a text, with which a pipeline begins whose first stage is `intent` or `handle`.
    /// - Parameter context: The context of the text, which peers expect back.
    mutating func answer(_ text: String, in session: Session, context: JSONValue?) async throws {
        guard plan.end > .intent else {
            try await peer.send(.meaning(gateway.meanings(of: text), context: context))
            return try await end()
        }
        // A satellite's conversation is claimed, and its loudspeaker plays the answer.
        let isSatellite = speaker != nil
        let synthesizer = plan.end == .tts && !isSatellite ? try gateway.synthesizer() : nil
        let turn = PipelineTurn(text, session, context, peer, gateway, synthesizer)
        let answering = Answering()
        // In a task of its own, because the connection is read meanwhile: the peer says when it has played the answer.
        let task = Task { [peer, gateway] in
            do {
                if isSatellite {
                    try await turn.run()
                } else {
                    try await gateway.claims.claim(session) { try await turn.run() }
                }
            } catch {
                // Another request has taken the place of a cancelled one.
                if !Task.isCancelled { try? await peer.send(.error(error)) }
            }
            answering.isOver.withLock { $0 = true }
        }
        phase = .answering(answering, task)
    }

    private mutating func end() async throws {
        phase = .over
        if speaker?.takeExpectedAnswer() == true { return try await hear() }
        // A satellite that has its wake word detected here asks for the pipeline once, and goes on sending its sound.
        if plan.restarts || speaker != nil && plan.start == .wake { try await start() }
    }
}
