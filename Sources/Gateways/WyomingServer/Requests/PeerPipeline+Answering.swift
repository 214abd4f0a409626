import SaybusMessages
import Synchronization

extension PeerPipeline {
    /// Goes on with a transcript: what was heard, or a text, with which a pipeline begins whose first stage is `intent`
    /// or `handle`.
    /// - Parameter context: The context of the text, which peers expect back.
    mutating func answer(_ transcript: SpeechTranscript, in session: Session, context: JSONValue?) async throws {
        guard plan.end > .intent else {
            try await peer.send(.meaning(gateway.meanings(of: transcript.text), context: context))
            return try await end()
        }
        // A satellite's conversation is claimed, and its loudspeaker plays the answer.
        let isSatellite = speaker != nil
        let synthesizer = plan.end == .tts && !isSatellite ? try gateway.synthesizer() : nil
        let turn = PipelineTurn(transcript, session, context, peer, gateway, synthesizer)
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
            // The next event, after which the session records what goes on, may never come.
            if !Task.isCancelled { peer.record(.receiving) }
        }
        phase = .answering(answering, task)
    }
}
