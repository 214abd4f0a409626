import Synchronization

/// The samples that a full ``SampleRing`` did not take, by their places, from the writing thread to the reading one. It
/// is lock-free, because the device's thread must never wait.
// Unchecked: as in SampleRing, one thread writes and one thread reads. The writer alone uses `unplaced`, and publishes
// a place by a releasing store to `written`; the reader frees it by a releasing store to `taken`.
final class SampleLosses: @unchecked Sendable {
    /// More places than a ring can have between its ends: it is full at each, and has been read since the one before,
    /// in frames of which it holds a hundred.
    private static let capacity = 256

    private let places: UnsafeMutablePointer<(position: Int, count: Int)>
    private let written = Atomic(0)
    private let taken = Atomic(0)
    private let waiting = Atomic(0)
    /// The samples lost since the last one that was kept.
    private var unplaced = 0

    init() {
        places = .allocate(capacity: Self.capacity)
        places.initialize(repeating: (0, 0), count: Self.capacity)
    }

    deinit { places.deallocate() }

    /// The number of lost samples that the reader has not taken yet.
    var count: Int { waiting.load(ordering: .acquiring) }

    /// Adds samples that were lost. Call it from the writing thread.
    func add(_ count: Int) {
        unplaced += count
        waiting.add(count, ordering: .releasing)
    }

    /// Places the samples added since the last place. Call it from the writing thread, before the next sample is in the
    /// ring.
    /// - Parameter position: The position of that sample, counted in samples that were kept.
    func place(before position: Int) {
        let end = written.load(ordering: .relaxed)
        guard unplaced > 0, end - taken.load(ordering: .acquiring) < Self.capacity else { return }
        places[end % Self.capacity] = (position, unplaced)
        unplaced = 0
        written.store(end + 1, ordering: .releasing)
    }

    /// Takes the samples whose places have been read. Call it from the reading thread.
    /// - Parameter position: The position of the next sample to read.
    /// - Returns: The number of samples lost between those read since the last call, and before them.
    func take(before position: Int) -> Int {
        let end = written.load(ordering: .acquiring)
        var next = taken.load(ordering: .relaxed)
        var lost = 0
        while next < end, places[next % Self.capacity].position < position {
            lost += places[next % Self.capacity].count
            next += 1
        }
        taken.store(next, ordering: .releasing)
        waiting.subtract(lost, ordering: .relaxed)
        return lost
    }
}
