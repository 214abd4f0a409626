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

    /// The number of each turn: that in the text of a typed turn, a negative one for a spoken turn.
    private(set) var turns: [TurnID: Int] = [:]
    private(set) var ends: [Int: [End]] = [:]
    /// All ends on the wire, before receivers drop repetitions.
    private var published: [Int: Set<Publication>] = [:]
    /// The number of times that each typed turn's command was carried out.
    var done: [Int: Int] = [:]
    /// The number of times that the command of spoken turns was carried out.
    var spokenDone = 0
    /// The number of spoken turns.
    private(set) var spoken = 0

    var isComplete: Bool { ends.count == turns.count }

    /// Records the beginning of a typed turn.
    mutating func began(_ turn: TurnID, _ number: Int) { turns[turn] = number }

    /// Records the beginning of a spoken turn, which has no number of its own.
    mutating func spoke(_ turn: TurnID) {
        guard turns[turn] == nil else { return }
        spoken += 1
        turns[turn] = -spoken
    }

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
    /// Returns a turn's ends on the wire, in words.
    func publications(of number: Int) -> [String] {
        (published[number] ?? []).map { "\($0.source) \($0.run): \($0.outcome.rawValue) \($0.command ?? "")" }.sorted()
    }
    /// The number of turns with several equal ends, such as one repeated by the successor of a killed stage.
    var repeatedEnds: Int { published.count { $0.value.count > 1 } - endedTwice.count }
    /// Turns without an end.
    var lost: [Int] { turns.values.filter { ends[$0] == nil }.sorted() }
    /// Turns whose command was carried out more than once.
    var doneTwice: [Int] { done.filter { $0.value > 1 }.keys.sorted() }
    /// Turns that ended as handled although their command was not carried out.
    var handledNotDone: [Int] { numbers(of: .handled).filter { $0 >= 0 && done[$0] == nil } }
    /// The number of commands of spoken turns that were carried out although no end reports them as handled or failed.
    var spokenUnreported: Int {
        let reported = Set(numbers(of: .handled) + numbers(of: .failed)).count { $0 < 0 }
        return max(0, spokenDone - reported)
    }
    /// Turns that ended as failed or expired without a reason.
    var unexplained: [Int] {
        ends.filter { _, ends in
            ends.contains { ($0.outcome == .failed || $0.outcome == .expired) && ($0.reason ?? "").isEmpty }
        }.keys.sorted()
    }
    /// Turns whose command was carried out although no end reports it as handled or failed.
    var doneUnreported: [Int] {
        ends.filter { number, ends in
            done[number] != nil && !ends.contains { $0.outcome == .handled || $0.outcome == .failed }
        }.keys.sorted()
    }
    /// The number of turns that ended with the reason that the command may have been carried out.
    var uncertain: Int { ends.values.count { $0.contains { $0.reason?.contains("may have been done") == true } } }

    /// The number of turns with each reason that is given for an end.
    var reasons: [String: Int] {
        ends.values.reduce(into: [:]) { counts, ends in
            for end in ends {
                if let reason = end.reason { counts["\(end.outcome.rawValue): \(reason)", default: 0] += 1 }
            }
        }
    }

    func numbers(of outcome: TurnEnded.Outcome) -> [Int] {
        ends.filter { $0.value.contains { $0.outcome == outcome } }.keys.sorted()
    }
}
