import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// The beginnings and ends of turns.
extension CapturePipeline {
    /// The samples after the opening of a turn in which a repeated wake word begins at the latest: 100 ms. A turn opens
    /// once 140 ms of speech were heard, so that the word after another one, as in "call Alexa", begins later.
    private static let repetitionTolerance = PCMFormat.speech.samples(.milliseconds(100))
    /// The samples in which a wake word is said and detected: 2 s.
    static let maximumRepetitionSamples = PCMFormat.speech.samples(.seconds(2))

    /// Performs what the endpointer has decided.
    mutating func perform(_ actions: [Endpointer.Action]) async throws {
        for action in actions {
            switch action {
            case .start(let position, let samples):
                // A recording waits for the answer to the previous turn, as a person would.
                if !isLive { await retransmitter.allEnded() }
                try await open(at: position, samples)
            case .append(let samples): if !isElsewhere { try await retransmitter.append(samples) }
            case .end(let reason, _):
                clarity.endTurn()
                if isElsewhere {
                    isElsewhere = false
                    continue
                }
                arbitration?.ended()
                turn = nil
                try await retransmitter.close(SpeechEnded.Reason(rawValue: reason.rawValue) ?? .stopped)
                try await apply(stateMachine.ended())
            }
        }
    }

    private mutating func open(at position: Int, _ samples: [Int16]) async throws {
        var started = SpeechStarted(
            positionMs: PCMFormat.speech.milliseconds(position), input: source, wakeWord: nextTurn.wakeWord)
        if let arbitration {
            (started.group, started.clarityDb) = (arbitration.group, clarity.decibels)
            started.occasion = stateMachine.isRequested ? .request : gate.isClosed() ? .bargeIn : nil
        }
        let opening = position + samples.count
        maximumRepetitionStart = nextTurn.wakeWord == nil ? nil : opening + Self.repetitionTolerance
        let (session, at) = (nextTurn.session ?? self.session, context.bus.now)
        let opened = try await retransmitter.open(started, in: session, samples: samples)
        (turn, toneSession, nextTurn) = (opened, session, NextTurn())
        stateMachine.opened()
        let claim = TurnClaim(
            turn: opened, session: session, listener: context.bus.source, at: at, clarityDb: started.clarityDb ?? 0,
            occasion: started.occasion)
        if let winner = arbitration?.opened(claim) { try await yield(to: winner) }
    }

    /// Ends the open turn without a transcript. Words that were not heard might have changed the meaning of the others.
    mutating func cancelTurn(_ reason: String) async throws {
        guard turn != nil else { return }
        turn = nil
        clarity.endTurn()
        arbitration?.ended()
        _ = endpointer.close(.stopped)
        try await retransmitter.discard(reason)
        try await apply(stateMachine.ended())
    }

    /// Ends the open turn, because another listener hears the sentence better. Its rest is dropped, so that it opens no
    /// other turn.
    mutating func yield(to winner: TurnClaim) async throws {
        context.logger.info("the sentence was heard better elsewhere", metadata: ["session": "\(winner.session)"])
        (turn, isElsewhere) = (nil, true)
        stateMachine.yielded()
        try await retransmitter.discard(
            as: .elsewhere, "\(winner.session) heard the sentence more clearly, or waits for its answer")
    }
}
