import SaybusMessages

/// The newest record of each turn that is open or has ended recently. Pure. Old ends are forgotten.
struct TurnLedger: Sendable {
    /// Time for which an end is remembered, in microseconds: longer than any publisher retransmits an intent.
    static let memory: Int64 = 30_000_000

    private(set) var records: [TurnID: TurnRecord] = [:]
    private var ended: ArraySlice<(turn: TurnID, at: Int64)> = []
    private let capacity: Int

    init(capacity: Int = 4096) { self.capacity = capacity }

    /// Records of the open turns.
    var open: [TurnRecord] { records.values.filter { $0.phase != .ended }.sorted { $0.turn < $1.turn } }

    /// Marks all ends as published: a successor need not publish them again.
    mutating func settle() {
        for (turn, record) in records where record.phase == .ended && record.conclusion != nil {
            records[turn]?.conclusion = nil
        }
    }

    /// Replaces a turn's record, and forgets ends that are too old or too many. A record without an intent keeps that
    /// of its turn.
    mutating func apply(_ record: TurnRecord) {
        var record = record
        if record.intent.isEmpty, let former = records[record.turn] { record.intent = former.intent }
        if records[record.turn]?.phase != .ended, record.phase == .ended { ended.append((record.turn, record.at)) }
        records[record.turn] = record
        while let oldest = ended.first, oldest.at < record.at - Self.memory || ended.count > capacity {
            records[oldest.turn] = nil
            ended.removeFirst()
        }
    }
}
