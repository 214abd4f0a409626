import SaybusExternalEngines
import SaybusMessages

/// The turns of a peer that sends text.
extension PeerSession {
    /// Answers a text that the peer has transcribed, or that was typed there.
    mutating func answerTranscript(_ text: String, _ context: JSONValue?) async throws {
        try await pipeline?.endIfAnswered()
        guard text.contains(where: { !$0.isWhitespace }) else {
            let wantsMeaning = pipeline?.takesText == true && pipeline?.plan.end == .intent
            return try await peer.send(
                wantsMeaning
                    ? .meaning([], context: context)
                    : WyomingEvent(type: "not-handled", data: context.map { ["context": $0] } ?? [:]))
        }
        // In another session, a gateway of one session would not hear the answer.
        let session = gateway.session ?? PeerConversation.session(context, own: own)
        if pipeline?.takesText == true {
            let transcript = SpeechTranscript(text: text, engine: PeerTurns.engine)
            try await pipeline?.answer(transcript, in: session, context: context)
        } else {
            try await carryOut(text, session, context)
        }
    }

    private func carryOut(_ text: String, _ session: Session, _ context: JSONValue?) async throws {
        let field: [String: JSONValue] = context.map { ["context": $0] } ?? [:]
        if knowsStreaming { try await peer.send(WyomingEvent(type: "handled-start", data: field)) }
        let (peer, gateway, knowsStreaming) = (peer, gateway, knowsStreaming)
        try await gateway.claims.claim(session) {
            var isFirst = true
            for await part in try gateway.turns.begin(text, in: session) {
                switch part {
                case .words(let words, language: _):
                    guard knowsStreaming else { continue }
                    try await peer.send(
                        WyomingEvent(type: "handled-chunk", data: ["text": .string(isFirst ? words : " " + words)]))
                    isFirst = false
                case .ended(let ended): try await peer.send(.answer(ended, context: context))
                }
            }
        }
        if knowsStreaming { try await peer.send(WyomingEvent(type: "handled-stop")) }
    }
}
