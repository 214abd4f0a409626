/// The differences between two recordings. Pure.
struct RecordingDiff: Sendable {
    /// Two corresponding turns and their differences.
    struct Compared: Sendable {
        let old: RecordedTurn
        let new: RecordedTurn
        let difference: TurnDifference
    }

    let compared: [Compared]
    let onlyOld: [RecordedTurn]
    let onlyNew: [RecordedTurn]
    let latencies: [LatencyChange]

    init(old: [RecordedTurn], new: [RecordedTurn]) {
        let pairs = TurnPairing(old: old, new: new).pairs
        compared = pairs.compactMap { pair in
            guard let old = pair.old, let new = pair.new else { return nil }
            return Compared(old: old, new: new, difference: TurnDifference(old, new))
        }
        onlyOld = pairs.filter { $0.new == nil }.compactMap(\.old)
        onlyNew = pairs.filter { $0.old == nil }.compactMap(\.new)
        // Only turns in both recordings count: others would distort the comparison.
        latencies = RecordedTurn.Step.allCases.map { [compared] step in
            LatencyChange(step, old: compared.map(\.old), new: compared.map(\.new))
        }
    }

    /// Whether anything but times differs.
    var isDifferent: Bool { !onlyOld.isEmpty || !onlyNew.isEmpty || !different.isEmpty }

    /// The turns that differ.
    var different: [Compared] { compared.filter { !$0.difference.changes.isEmpty } }

    /// Returns the number of turns in which an aspect differs.
    func count(_ aspect: TurnDifference.Aspect) -> Int {
        compared.count { $0.difference.changes.contains { $0.aspect == aspect } }
    }
}
