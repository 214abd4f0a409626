import Synchronization

/// The figures that a stage of a benchmark has measured.
final class MeasuredFigures: Sendable {
    private let figures = Mutex<[Figure]>([])

    /// The figures; none before they are set.
    var value: [Figure] { figures.withLock { $0 } }

    func set(_ figures: [Figure]) { self.figures.withLock { $0 = figures } }
}
