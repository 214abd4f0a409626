import SaybusMessages
import SaybusSupport

/// The latencies of one step in the turns of two recordings. Pure.
struct LatencyChange: Sendable, Equatable {
    /// The figures of one recording, in microseconds.
    struct Figures: Sendable, Equatable {
        let count: Int
        let p50: Int
        let p99: Int
        let worst: Int
        let worstTurn: TurnID

        /// Computes the figures; nil without a value. Percentiles use the nearest-rank method, so each is a
        /// measured value.
        init?(_ values: [(microseconds: Int, turn: TurnID)]) {
            let sorted = values.sorted { $0.microseconds < $1.microseconds }
            guard let last = sorted.last else { return nil }
            func percentile(_ share: Double) -> Int {
                sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))].microseconds
            }
            (count, p50, p99) = (sorted.count, percentile(0.5), percentile(0.99))
            (worst, worstTurn) = (last.microseconds, last.turn)
        }
    }

    let step: RecordedTurn.Step
    let old: Figures?
    let new: Figures?

    init(_ step: RecordedTurn.Step, old: [RecordedTurn], new: [RecordedTurn]) {
        func figures(_ turns: [RecordedTurn]) -> Figures? {
            Figures(turns.compactMap { turn in turn.latency(step).map { ($0, turn.turn) } })
        }
        (self.step, self.old, self.new) = (step, figures(old), figures(new))
    }
}
