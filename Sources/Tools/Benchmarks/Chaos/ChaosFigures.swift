import SaybusMessages

/// The figures of a campaign, and its failures in words. Pure.
enum ChaosFigures {
    static func figures(
        _ tally: ChaosTally, recoveries: [Double], faults: [String: Int], crashes: Int
    ) -> [Figure] {
        let times = Percentiles(recoveries)
        func none(_ name: String, _ numbers: [Int]) -> Figure {
            Figure(name, Double(numbers.count), "turns", goal: .atMost(0))
        }
        let outcomes: [TurnEnded.Outcome] = [.handled, .failed, .expired, .notUnderstood]
        return [
            Figure("turns that ended", Double(tally.ends.count), "turns", goal: .atLeast(Double(tally.turns.count))),
            Figure("turns of speech among them", Double(tally.spoken), "turns"),
            none("turns lost", tally.lost), none("turns that ended twice, differently", tally.endedTwice),
            Figure("turns whose end was said twice", Double(tally.repeatedEnds), "turns"),
            none("commands carried out twice", tally.doneTwice),
            none("turns said to be handled whose command was not carried out", tally.handledNotDone),
            none("commands carried out of which no end tells", tally.doneUnreported),
            Figure(
                "spoken commands carried out of which no end tells", Double(tally.spokenUnreported), "turns",
                goal: .atMost(0)),
            none("turns that failed or expired without a reason", tally.unexplained),
            Figure("programs that ended by themselves", Double(crashes), "times", goal: .atMost(0)),
        ] + outcomes.map { Figure("turns that ended as \($0.rawValue)", Double(tally.numbers(of: $0).count), "turns") }
            + [Figure("turns of which nobody knows whether they were carried out", Double(tally.uncertain), "turns")]
            + faults.sorted { $0.key < $1.key }.map { Figure("times that \($0.key)", Double($0.value), "times") }
            + [
                Figure("from kill to recovery, p50", times(0.5), "ms"),
                Figure("from kill to recovery, max", times(1), "ms"),
            ]
    }

    /// Returns a line about each turn that did not end as it must, at most twenty of each kind.
    static func failures(_ tally: ChaosTally) -> [String] {
        let ids = Dictionary(tally.turns.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return [
            ("lost", tally.lost), ("ended twice", tally.endedTwice), ("carried out twice", tally.doneTwice),
            ("handled, not carried out", tally.handledNotDone), ("carried out in silence", tally.doneUnreported),
            ("without a reason", tally.unexplained),
        ].flatMap { what, numbers in
            numbers.prefix(20).map { number in
                let ends = (tally.ends[number] ?? []).map { "\($0.outcome.rawValue): \($0.reason ?? "")" }
                let publications = tally.publications(of: number).joined(separator: ", ")
                let id = ids[number]?.description ?? ""
                return "\(what): \(number), turn \(id), \(ends.joined(separator: "; ")), on the wire \(publications)"
            }
        }
            + tally.reasons.sorted { $0.value > $1.value }.prefix(20).map { "\($0.value) turns \($0.key)" }
    }
}
