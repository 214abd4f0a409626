import SaybusMessages

/// The results of a campaign's turns. Pure.
struct ChaosTally: Sendable {
    /// A turn's end.
    struct End: Sendable {
        let outcome: TurnEnded.Outcome
        let reason: String?
    }

    /// A message that ends a turn, identified by its publisher and number. A retransmission is equal to the
    /// original.
    private struct Publication: Hashable {
        let source: Source
        let run: UInt32
        let sequence: Int
        let outcome: TurnEnded.Outcome
        let command: String?
    }

    /// The number in the text of each turn.
    private(set) var turns: [TurnID: Int] = [:]
    private(set) var ends: [Int: [End]] = [:]
    /// All ends on the wire, before receivers drop repetitions.
    private var published: [Int: Set<Publication>] = [:]
    /// The number of times that each turn's command was carried out.
    var done: [Int: Int] = [:]

    var isComplete: Bool { ends.count == turns.count }

    mutating func began(_ turn: TurnID, _ number: Int) { turns[turn] = number }

    mutating func ended(_ turn: TurnID?, _ end: TurnEnded) {
        guard let turn, let number = turns[turn] else { return }
        ends[number, default: []].append(End(outcome: end.outcome, reason: end.reason))
    }

    /// Records an end on the wire.
    mutating func published(_ end: TurnEnded, _ header: Header) {
        guard let turn = header.turn, let number = turns[turn] else { return }
        published[number, default: []].insert(
            Publication(
                source: header.source, run: header.run, sequence: header.sequence, outcome: end.outcome,
                command: end.command))
    }

    /// Turns with several contradictory ends: a receiver that missed the first would believe the second.
    var endedTwice: [Int] {
        published.filter { Set($0.value.map { [$0.outcome.rawValue, $0.command ?? ""] }).count > 1 }.keys.sorted()
    }
    /// The number of turns with several equal ends, such as one repeated by the successor of a killed stage.
    var repeatedEnds: Int { published.count { $0.value.count > 1 } - endedTwice.count }
    /// Turns without an end.
    var lost: [Int] { turns.values.filter { ends[$0] == nil }.sorted() }
    /// Turns whose command was carried out more than once.
    var doneTwice: [Int] { done.filter { $0.value > 1 }.keys.sorted() }
    /// Turns that ended as handled although their command was not carried out.
    var handledNotDone: [Int] { numbers(of: .handled).filter { done[$0] == nil } }
    /// Turns whose command was carried out although no end reports it as handled or failed.
    var doneUnreported: [Int] {
        ends.filter { number, ends in
            done[number] != nil && !ends.contains { $0.outcome == .handled || $0.outcome == .failed }
        }.keys.sorted()
    }
    /// The number of turns that ended with the reason that the command may have been carried out.
    var uncertain: Int { ends.values.count { $0.contains { $0.reason?.contains("may have been done") == true } } }

    func numbers(of outcome: TurnEnded.Outcome) -> [Int] {
        ends.filter { $0.value.contains { $0.outcome == outcome } }.keys.sorted()
    }
}
