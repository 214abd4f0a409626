import Synchronization

/// A bounded queue of samples from one thread to another without a lock, for the device's thread must never wait.
// One thread writes and one reads: a sample is published by storing `written` with release and given back by storing
// `taken` so.
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

    /// How many samples wait to be read.
    var count: Int { written.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }

    /// Puts in what fits and says how many that is. For the writing thread.
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

    /// Takes out what there is, up to the target's length, and says how many that is. For the reading thread.
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

    /// Throws away what there is. For the reading thread, or while it is stopped.
    func clear() { taken.store(written.load(ordering: .acquiring), ordering: .releasing) }
}
