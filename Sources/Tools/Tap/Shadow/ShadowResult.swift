import SaybusMessages

/// What one instance made of an utterance.
public struct ShadowResult: Sendable, Equatable, Encodable {
    /// Who.
    public let source: Source
    /// What did the work.
    public let engine: String
    /// The words.
    public let text: String
    /// The command with its app and parameters; nil when it was not understood, or when this is a transcript.
    public let meaning: String?
    /// How sure it was, 0…1; nil without a meaning to be sure of.
    public let confidence: Double?
    /// Microseconds from what it answers, publish to publish; nil when that was not seen.
    public let latency: Int?

    init?(_ message: RawMessage, requestedAt: Int64?) {
        let header = message.header
        source = header.source
        latency = requestedAt.map { WallClock.elapsed(from: $0, to: header.at) }
        switch MessageCatalog.type(of: header.kind)?.kind {
        case SpeechTranscript.kind:
            guard let transcript = try? message.decode(SpeechTranscript.self).body else { return nil }
            (engine, text, meaning) = (transcript.engine, transcript.text, nil)
            confidence = transcript.confidence
        case SpeechIntent.kind:
            guard let intent = try? message.decode(SpeechIntent.self).body else { return nil }
            let best = intent.hypotheses.first
            (engine, text) = (intent.engine, intent.text)
            meaning = best.map { "\($0.app).\(Call.text($0.type, $0.parameters))" }
            confidence = best?.confidence
        default: return nil
        }
    }

    /// Whether both understood the same: the same words of a transcript, the same command of an intent.
    func agrees(with other: ShadowResult, on kind: Kind) -> Bool {
        kind == SpeechIntent.kind ? meaning == other.meaning : text == other.text
    }
}
