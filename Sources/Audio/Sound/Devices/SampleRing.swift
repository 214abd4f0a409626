import Synchronization

/// A bounded queue of samples from one thread to another. It is lock-free, because the device's thread must never wait.
// Unchecked: one thread writes and one thread reads. The writer publishes samples by a releasing store to
// `written`; the reader frees their places by a releasing store to `taken`.
final class SampleRing: @unchecked Sendable {
    let capacity: Int
    private let samples: UnsafeMutablePointer<Int16>
    private let written = Atomic(0)
    private let taken = Atomic(0)

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        samples = .allocate(capacity: self.capacity)
        samples.initialize(repeating: 0, count: self.capacity)
    }

    deinit { samples.deallocate() }

    /// The number of samples that can be read.
    var count: Int { written.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }

    /// The number of samples read so far, or discarded.
    var readCount: Int { taken.load(ordering: .relaxed) }

    /// Writes the samples that fit, and returns their number. Call it from the writing thread.
    func write(_ source: UnsafeBufferPointer<Int16>) -> Int {
        let end = written.load(ordering: .relaxed)
        let number = min(source.count, capacity - (end - taken.load(ordering: .acquiring)))
        guard number > 0, let base = source.baseAddress else { return 0 }
        let first = min(number, capacity - end % capacity)
        (samples + end % capacity).update(from: base, count: first)
        samples.update(from: base + first, count: number - first)
        written.store(end + number, ordering: .releasing)
        return number
    }

    /// Reads at most as many samples as `target` holds, and returns their number. Call it from the reading thread.
    func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int {
        let start = taken.load(ordering: .relaxed)
        let number = min(target.count, written.load(ordering: .acquiring) - start)
        guard number > 0, let base = target.baseAddress else { return 0 }
        let first = min(number, capacity - start % capacity)
        base.update(from: samples + start % capacity, count: first)
        (base + first).update(from: samples, count: number - first)
        taken.store(start + number, ordering: .releasing)
        return number
    }
}
