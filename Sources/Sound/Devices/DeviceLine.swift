import Synchronization

/// What a device's own thread and the rest of the program share: a ring of samples and counters.
final class DeviceLine: Sendable {
    let ring: SampleRing
    let signal = Signal()
    private let heard = Atomic(0)
    private let lost = Atomic(0)
    private let overruns = Atomic(0)
    private let silence = Atomic(0)
    private let passages = Atomic(0)
    private let finished = Atomic(false)
    /// Whether the ring is being played, and how long the device has been kept waiting for it.
    private let isOpen = Atomic(false)
    private let waited = Atomic(0)
    /// How many samples are gathered before they are played, at first and after the ring ran dry: a device takes several blocks at a time, and
    /// what comes in dribs and drabs would have holes. Sound that is shorter is waited for half as long as this lasts.
    private let head: Int

    /// A line whose ring holds so many samples.
    init(capacity: Int, head: Int = 0) { (ring, self.head) = (SampleRing(capacity: capacity), head) }

    /// Samples that went to or came from the device since the last ``restart()``.
    var passed: Int { heard.load(ordering: .acquiring) }

    /// Recorded samples that found the ring full.
    var dropped: Int { lost.load(ordering: .acquiring) }

    /// How often the device itself lost samples, of which it does not say how many.
    var overflows: Int { overruns.load(ordering: .acquiring) }

    /// Samples of silence that the device got since the last real one.
    var trailingSilence: Int { silence.load(ordering: .acquiring) }

    /// How many samples have left the device, where each takes `latency` samples' time on its way.
    func sounded(after latency: Int) -> Int { max(0, passed - max(0, latency - trailingSilence)) }

    /// Whether the device's thread has ended.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// How many passages have ended.
    var passage: Int { passages.load(ordering: .acquiring) }

    /// Begins a new passage and wakes those who wait in the old one. Only while the stream is stopped.
    func restart() {
        ring.clear()
        heard.store(0, ordering: .releasing)
        silence.store(0, ordering: .releasing)
        isOpen.store(false, ordering: .relaxed)
        waited.store(0, ordering: .relaxed)
        finished.store(false, ordering: .releasing)
        passages.add(1, ordering: .releasing)
        signal.notify()
    }

    /// Moves samples between device and ring. On the device's thread: takes no lock, allocates nothing.
    func exchange(input: UnsafeBufferPointer<Int16>, output: UnsafeMutableBufferPointer<Int16>, hasOverflown: Bool) {
        if hasOverflown { overruns.add(1, ordering: .relaxed) }
        if !input.isEmpty {
            let kept = ring.write(input)
            heard.add(kept, ordering: .releasing)
            lost.add(input.count - kept, ordering: .relaxed)
        }
        if !output.isEmpty {
            let number = isReady(output.count) ? ring.read(into: output) : 0
            if number < output.count {
                output[number...].update(repeating: 0)
                isOpen.store(false, ordering: .relaxed)
            }
            heard.add(number, ordering: .releasing)
            if number > 0 { silence.store(0, ordering: .releasing) }
            silence.add(output.count - number, ordering: .releasing)
        }
        signal.notifyWithoutWaiting()
    }

    /// Whether what is in the ring is played now; on the device's thread.
    private func isReady(_ count: Int) -> Bool {
        if isOpen.load(ordering: .relaxed) { return true }
        let there = ring.count
        guard there > 0 else {
            waited.store(0, ordering: .relaxed)
            return false
        }
        let isDue = there >= head || waited.load(ordering: .relaxed) >= head / 2
        if isDue { waited.store(0, ordering: .relaxed) } else { waited.add(count, ordering: .relaxed) }
        isOpen.store(isDue, ordering: .relaxed)
        return isDue
    }

    /// The device's thread ends.
    func finish() {
        finished.store(true, ordering: .releasing)
        signal.notify()
    }
}
