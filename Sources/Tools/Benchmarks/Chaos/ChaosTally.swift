import SaybusMessages

/// What came of the turns of a campaign. Pure.
struct ChaosTally: Sendable {
    /// A turn's end.
    struct End: Sendable {
        let outcome: TurnEnded.Outcome
        let reason: String?
    }

    /// One message that ends a turn, as its publisher numbered it: sent again, it is the same.
    private struct Publication: Hashable {
        let source: Source
        let run: UInt32
        let sequence: Int
        let outcome: TurnEnded.Outcome
        let command: String?
    }

    /// By the number that was said.
    private(set) var turns: [TurnID: Int] = [:]
    private(set) var ends: [Int: [End]] = [:]
    /// What passed the bus, before anybody takes a second one for a repetition.
    private var published: [Int: Set<Publication>] = [:]
    /// How often each number was carried out.
    var done: [Int: Int] = [:]

    var isComplete: Bool { ends.count == turns.count }

    mutating func began(_ turn: TurnID, _ number: Int) { turns[turn] = number }

    mutating func ended(_ turn: TurnID?, _ end: TurnEnded) {
        guard let turn, let number = turns[turn] else { return }
        ends[number, default: []].append(End(outcome: end.outcome, reason: end.reason))
    }

    /// Takes note of an end on the wire.
    mutating func published(_ end: TurnEnded, _ header: Header) {
        guard let turn = header.turn, let number = turns[turn] else { return }
        published[number, default: []].insert(
            Publication(
                source: header.source, run: header.run, sequence: header.sequence, outcome: end.outcome,
                command: end.command))
    }

    /// Said to have ended by several messages that do not say the same: who missed the first would believe the second.
    var endedTwice: [Int] {
        published.filter { Set($0.value.map { [$0.outcome.rawValue, $0.command ?? ""] }).count > 1 }.keys.sorted()
    }
    /// Said to have ended by a second publisher in the same words, as by the successor of one that was killed.
    var confirmed: Int { published.count { $0.value.count > 1 } - endedTwice.count }
    var lost: [Int] { turns.values.filter { ends[$0] == nil }.sorted() }
    var doneTwice: [Int] { done.filter { $0.value > 1 }.keys.sorted() }
    /// Said to be handled, and not done.
    var claimed: [Int] { numbers(of: .handled).filter { done[$0] == nil } }
    /// Done, and nobody says that it may have been.
    var silent: [Int] {
        ends.filter { number, ends in
            done[number] != nil && !ends.contains { $0.outcome == .handled || $0.outcome == .failed }
        }.keys.sorted()
    }
    /// Ended with the word that nobody knows how far they came.
    var uncertain: Int { ends.values.count { $0.contains { $0.reason?.contains("may have been done") == true } } }

    func numbers(of outcome: TurnEnded.Outcome) -> [Int] {
        ends.filter { $0.value.contains { $0.outcome == outcome } }.keys.sorted()
    }
}
