import SaybusMessages
import SaybusSupport

/// Pairs what active instances publish with what shadows would have published. Pure; bounded by forgetting the oldest.
///
/// The two belong together when they name the same message among their causes: the end of speech for a transcript, the transcript for an intent.
public struct ShadowComparison: Sendable {
    private struct Question: Hashable {
        let kind: Kind
        let cause: MessageID
    }

    private struct Answers {
        var active: ShadowReading?
        var shadows: [ShadowReading] = []
        var isPaired = false
    }

    /// How many shadows of one utterance wait for the active instance.
    private static let mostShadows = 16

    private var asked: GenerationalCache<MessageID, Int64>
    private var answers: GenerationalCache<Question, Answers>
    private var summaries = [SpeechTranscript.kind, SpeechIntent.kind].map { ShadowSummary($0) }

    /// Remembers so many utterances.
    public init(capacity: Int = 4096) {
        asked = GenerationalCache(capacity: capacity)
        answers = GenerationalCache(capacity: capacity)
    }

    /// The figures so far, of kinds that any shadow published.
    public var summary: [ShadowSummary] { summaries.filter { $0.pairs + $0.onlyShadow > 0 } }

    /// Takes note of a message.
    /// - Returns: The pairs that it completes.
    public mutating func note(_ message: RawMessage) -> [ShadowPair] {
        let header = message.header
        if header.kind == SpeechEnded.kind || header.kind == SpeechTranscript.kind { asked[header.id] = header.at }
        guard let kind = MessageCatalog.type(of: header.kind)?.kind,
            let index = summaries.firstIndex(where: { $0.kind == kind }), let cause = header.causes.first,
            let reading = ShadowReading(message, asked: asked[cause])
        else { return [] }
        let question = Question(kind: kind, cause: cause)
        var known = answers[question] ?? Answers()
        let (active, shadows): (ShadowReading?, [ShadowReading])
        if header.kind.isShadow {
            guard known.shadows.count < Self.mostShadows,
                !known.shadows.contains(where: { $0.source == reading.source })
            else { return [] }
            known.shadows.append(reading)
            (active, shadows) = (known.active, [reading])
            if known.active == nil, known.shadows.count == 1 { summaries[index].onlyShadow += 1 }
        } else {
            // The first counts: a dispatcher carries out a turn once.
            guard known.active == nil else { return [] }
            known.active = reading
            (active, shadows) = (reading, known.shadows)
            summaries[index].onlyActive += 1
            if !known.shadows.isEmpty { summaries[index].onlyShadow -= 1 }
        }
        var pairs: [ShadowPair] = []
        if let active {
            pairs = shadows.map { shadow in
                ShadowPair(
                    kind: kind, session: header.session, turn: header.turn, active: active, shadow: shadow,
                    agrees: active.agrees(with: shadow, on: kind))
            }
        }
        if !pairs.isEmpty, !known.isPaired {
            known.isPaired = true
            summaries[index].onlyActive -= 1
        }
        for pair in pairs { summaries[index].add(pair) }
        answers[question] = known
        return pairs
    }
}
