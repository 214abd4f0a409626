import SaybusMessages

/// The result of one instance for an utterance.
public struct ShadowResult: Sendable, Equatable, Encodable {
    /// The instance.
    public let source: Source
    /// The recognition engine.
    let engine: String
    /// The recognized or interpreted text.
    public let text: String
    /// The command with its app and parameters; nil if nothing was understood, and for a transcript.
    let meaning: String?
    /// The confidence, 0…1; nil for an intent without a hypothesis.
    let confidence: Double?
    /// Microseconds from the publishing of the cause to that of the result; nil if the cause was not
    /// received.
    public let latency: Int?

    /// Reads a result; nil for a message of another kind.
    init?(_ message: RawMessage, requestedAt: Int64?) throws(MessageError) {
        let header = message.header
        source = header.source
        latency = requestedAt.map { WallClock.elapsed(from: $0, to: header.at) }
        switch MessageCatalog.type(of: header.kind)?.kind {
        case SpeechTranscript.kind:
            let transcript = try message.decode(SpeechTranscript.self).body
            (engine, text, meaning) = (transcript.engine, transcript.text, nil)
            confidence = transcript.confidence
        case SpeechIntent.kind:
            let intent = try message.decode(SpeechIntent.self).body
            let best = intent.hypotheses.first
            (engine, text) = (intent.engine, intent.text)
            meaning = best.map { "\($0.app).\(Call.text($0.type, $0.parameters))" }
            confidence = best?.confidence
        default: return nil
        }
    }

    /// Returns whether both results agree: transcripts by their text, intents by command and parameters.
    func agrees(with other: ShadowResult, on kind: Kind) -> Bool {
        kind == SpeechIntent.kind ? meaning == other.meaning : text == other.text
    }
}
