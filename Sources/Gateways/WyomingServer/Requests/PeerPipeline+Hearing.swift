import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import SaybusTranscription

extension PeerPipeline {
    /// An utterance that is awaited, or is going on.
    struct Hearing {
        var utterances: UtteranceStream
        /// The recognition of the utterance; nil before it begins.
        var transcription: Transcription?
        /// The samples without speech so far.
        var quiet = 0
        /// Whether it is the answer to a question.
        let isAnswer: Bool
    }

    /// The samples without speech after which an utterance is given up: 15 s.
    private static let maximumQuietSamples = 15 * IncomingSound.rate

    /// Begins to listen for an utterance.
    mutating func hear(isAnswer: Bool = false) async throws {
        phase = .hearing(Hearing(utterances: UtteranceStream(gateway.services.endpointing), isAnswer: isAnswer))
        try await peer.send(WyomingEvent(type: "transcribe", data: ["language": .string(gateway.services.language)]))
    }

    /// Processes sound of an utterance, or before it.
    mutating func process(_ samples: [Int16], _ state: Hearing) async throws {
        var hearing = state
        // Taken out, so that a failure leaves no recognizer in two places.
        phase = .over
        do {
            let actions = hearing.utterances.process(samples)
            if hearing.transcription == nil { hearing.quiet += samples.count }
            for action in actions {
                if try await perform(action, &hearing) { return }
            }
            // A question may be over without an answer.
            let isUnwanted = hearing.isAnswer && speaker?.answer.isOpen == false
            if hearing.transcription == nil, isUnwanted || hearing.quiet > Self.maximumQuietSamples {
                return try await hearNothing()
            }
            phase = .hearing(hearing)
        } catch {
            await hearing.transcription?.cancel()
            throw error
        }
    }

    /// Ends the utterance, because no more sound arrives.
    mutating func end(_ state: Hearing) async throws {
        var hearing = state
        phase = .over
        try await finish(&hearing)
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
            try await finish(&hearing)
            return true
        }
        return false
    }

    private mutating func finish(_ hearing: inout Hearing) async throws {
        guard var transcription = hearing.transcription else { return try await hearNothing() }
        // It gives its recognizer back by itself, also after a failure. Twice would be once too often.
        hearing.transcription = nil
        do {
            try await peer.send(WyomingEvent(type: "voice-stopped"))
        } catch {
            await transcription.cancel()
            throw error
        }
        try await understand(try await transcription.finish().result.transcript())
    }

    private mutating func hearNothing() async throws {
        try await understand(SpeechTranscript(text: "", engine: PeerTurns.engine))
    }

    private mutating func understand(_ transcript: SpeechTranscript) async throws {
        // Whatever the user says, the app decides whether it asks again.
        speaker?.answer.close()
        try await peer.send(WyomingEvent(type: "transcript", data: ["text": .string(transcript.text)]))
        guard plan.end > .asr, !transcript.text.isEmpty else { return try await end() }
        try await answer(transcript, in: session, context: nil)
    }
}
