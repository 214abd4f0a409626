import SaybusMessages
import SaybusSupport

/// Pairs of the results of active instances with those of shadows, which process the same input without being acted
/// upon. Pure; bounded by evicting the oldest utterances.
///
/// Transcripts of one turn form a pair: a recognizer may answer any part of the turn's sound. Intents form a pair if
/// they name the same transcript as their cause.
public struct ShadowComparison: Sendable {
    private struct PairKey: Hashable {
        let kind: Kind
        let utterance: MessageID
    }

    private struct PairState {
        var active: ShadowResult?
        var shadows: [ShadowResult] = []
        var isPaired = false
    }

    /// The maximum number of shadow results per utterance.
    private static let maximumShadows = 16

    private var requestTimes: GenerationalCache<MessageID, Int64>
    /// The ends of speech of turns, from which the latency of a transcript counts that answers another message.
    private var speechEnds: GenerationalCache<TurnID, Int64>
    private var states: GenerationalCache<PairKey, PairState>
    private var summaries = [SpeechTranscript.kind, SpeechIntent.kind].map { ShadowSummary($0) }

    /// Creates a comparison that remembers this number of utterances.
    init(capacity: Int = 4096) {
        requestTimes = GenerationalCache(capacity: capacity)
        speechEnds = GenerationalCache(capacity: capacity)
        states = GenerationalCache(capacity: capacity)
    }

    /// The figures so far, for the kinds that a shadow published.
    var summary: [ShadowSummary] { summaries.filter { $0.pairs + $0.onlyShadow + $0.unreadable > 0 } }

    /// Records a message.
    /// - Returns: The pairs that it completes.
    public mutating func record(_ message: RawMessage) -> [ShadowPair] {
        let header = message.header
        if header.kind == SpeechEnded.kind || header.kind == SpeechTranscript.kind {
            requestTimes[header.id] = header.at
        }
        if header.kind == SpeechEnded.kind, let turn = header.turn { speechEnds[turn] = header.at }
        guard let kind = MessageCatalog.type(of: header.kind)?.kind,
            let index = summaries.firstIndex(where: { $0.kind == kind }), let cause = header.causes.first
        else { return [] }
        let requestedAt =
            requestTimes[cause] ?? (kind == SpeechTranscript.kind ? header.turn : nil).flatMap { speechEnds[$0] }
        let result: ShadowResult
        do throws(MessageError) {
            guard let read = try ShadowResult(message, requestedAt: requestedAt) else { return [] }
            result = read
        } catch {
            if header.kind.isShadow { summaries[index].addUnreadable(error) }
            return []
        }
        let turn = kind == SpeechTranscript.kind ? header.turn.map { MessageID($0) } : nil
        let key = PairKey(kind: kind, utterance: turn ?? cause)
        var known = states[key] ?? PairState()
        let (active, shadows): (ShadowResult?, [ShadowResult])
        if header.kind.isShadow {
            guard known.shadows.count < Self.maximumShadows,
                !known.shadows.contains(where: { $0.source == result.source })
            else { return [] }
            known.shadows.append(result)
            (active, shadows) = (known.active, [result])
            if known.active == nil, known.shadows.count == 1 { summaries[index].onlyShadow += 1 }
        } else {
            // Only the first active result counts: a dispatcher carries out a turn once.
            guard known.active == nil else { return [] }
            known.active = result
            (active, shadows) = (result, known.shadows)
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
        states[key] = known
        return pairs
    }
}
