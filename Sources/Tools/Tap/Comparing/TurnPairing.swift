import SaybusMessages

/// Pairs of the corresponding turns of two recordings. Pure.
///
/// A turn whose headers have the field `replays` corresponds to the turn that the field names. Either
/// recording may be the replay. The remaining turns are paired by their order within their session.
struct TurnPairing: Sendable {
    /// A turn of each recording; nil for a turn without a counterpart.
    struct Pair: Sendable {
        let old: RecordedTurn?
        let new: RecordedTurn?
    }

    /// The pairs in the order of the old recording, followed by turns of the new one alone.
    let pairs: [Pair]

    init(old: [RecordedTurn], new: [RecordedTurn]) {
        var partner: [Int: Int] = [:]
        var taken: Set<Int> = []
        func pair(_ oldIndex: Int, _ newIndex: Int) {
            guard partner[oldIndex] == nil, taken.insert(newIndex).inserted else { return }
            partner[oldIndex] = newIndex
        }
        let oldByTurn = Dictionary(old.enumerated().map { ($1.turn, $0) }, uniquingKeysWith: { first, _ in first })
        let newByTurn = Dictionary(new.enumerated().map { ($1.turn, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, turn) in new.enumerated() {
            if let original = turn.replays, let oldIndex = oldByTurn[original] { pair(oldIndex, index) }
        }
        for (index, turn) in old.enumerated() {
            if let original = turn.replays, let newIndex = newByTurn[original] { pair(index, newIndex) }
        }
        let oldByOriginal = Dictionary(
            old.enumerated().compactMap { index, turn in turn.replays.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        // Both recordings may be replays of the same third recording.
        for (index, turn) in new.enumerated() where !taken.contains(index) {
            if let original = turn.replays, let oldIndex = oldByOriginal[original] { pair(oldIndex, index) }
        }
        // A turn that replays another one is never paired by order.
        var free: [Session: [Int]] = [:]
        for (index, turn) in new.enumerated() where !taken.contains(index) && turn.replays == nil {
            free[turn.session, default: []].append(index)
        }
        for (index, turn) in old.enumerated() where partner[index] == nil && turn.replays == nil {
            guard var own = free[turn.session], !own.isEmpty else { continue }
            pair(index, own.removeFirst())
            free[turn.session] = own
        }
        pairs =
            old.enumerated().map { Pair(old: $1, new: partner[$0].map { new[$0] }) }
            + new.enumerated().filter { !taken.contains($0.offset) }.map { Pair(old: nil, new: $0.element) }
    }
}
