import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a device's own thread and the rest of the program share while one passage is played or recorded: a ring of samples and counters.
final class DeviceLine: Sendable {
    let ring: SampleRing
    let signal = Signal()
    private let heard = Atomic(0)
    private let lost = Atomic(0)
    private let overruns = Atomic(0)
    private let rounds = Atomic(0)
    private let silence = Atomic(0)
    private let left = Atomic(false)
    private let finished = Atomic(false)
    /// When the last sample that the device got will have sounded, in nanoseconds of the system's clock, as the device said; 0 when it did not.
    private let end = Atomic(0)
    /// Whether the ring is being played.
    private let isOpen = Atomic(false)
    /// When the device first asked, and when it first found samples, in milliseconds of its time; `never` before.
    private let asked = Atomic(DeviceLine.never)
    private let found = Atomic(DeviceLine.never)
    private let rate: Int
    /// How many samples are gathered before they are played, at first and after the ring ran dry: a device takes several blocks at a time, and
    /// what comes in dribs and drabs would have holes.
    private let head: Int

    private static let never = Int.min
    /// At its start a device fills its whole buffer at once, with more than the ring holds: that is silence.
    private static let filling = 10
    /// How long a sound that is shorter than the head is kept waiting, in milliseconds.
    private static let patience = 20

    /// A line whose ring holds so many samples, of which so many are one second.
    init(capacity: Int, head: Int = 0, rate: Int = 0) {
        ring = SampleRing(capacity: capacity)
        (self.head, self.rate) = (head, rate)
    }

    /// Samples that went to or came from the device.
    var passed: Int { heard.load(ordering: .acquiring) }

    /// Recorded samples that found the ring full.
    var dropped: Int { lost.load(ordering: .acquiring) }

    /// How often the device has asked or given.
    var exchanges: Int { rounds.load(ordering: .relaxed) }

    /// How often the device itself lost samples, of which it does not say how many.
    var overflows: Int { overruns.load(ordering: .acquiring) }

    /// Samples of silence that the device got since the last real one.
    var trailingSilence: Int { silence.load(ordering: .acquiring) }

    /// How many samples have left the device, by what it says of its delay; `latency` samples' time after they went there when it says nothing.
    func sounded(after latency: Int) -> Int {
        // Read before the end, which is written before it: what is not yet told is not yet counted.
        let passed = passed
        let end = end.load(ordering: .acquiring)
        guard end > 0 else { return max(0, passed - max(0, latency - trailingSilence)) }
        return max(0, passed - Int((Double(max(0, end - Self.now)) * Double(rate) / 1e9).rounded(.up)))
    }

    /// How long it takes until so many samples have sounded; nil when they are not in the device yet, or it does not say.
    func time(untilSounded count: Int) -> Duration? {
        let passed = passed
        let end = end.load(ordering: .acquiring)
        guard end > 0, rate > 0, count <= passed else { return nil }
        return .nanoseconds(max(0, end - Self.now - (passed - count) * 1_000_000_000 / rate))
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Whether the device's thread has ended.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Whether the passage is over.
    var isLeft: Bool { left.load(ordering: .acquiring) }

    /// Ends the passage, and wakes those who wait in it.
    func leave() {
        left.store(true, ordering: .releasing)
        signal.notify()
    }

    /// Moves samples between device and ring. On the device's thread: takes no lock, allocates nothing.
    /// - Parameters:
    ///   - time: The device's time now, in seconds.
    ///   - outputTime: When the first sample of `output` will sound.
    func exchange(
        input: UnsafeBufferPointer<Int16>, output: UnsafeMutableBufferPointer<Int16>, hasOverflown: Bool, time: Double,
        outputTime: Double
    ) {
        rounds.add(1, ordering: .relaxed)
        if hasOverflown { overruns.add(1, ordering: .relaxed) }
        if !input.isEmpty {
            let kept = ring.write(input)
            heard.add(kept, ordering: .releasing)
            lost.add(input.count - kept, ordering: .relaxed)
        }
        if !output.isEmpty {
            // After the passage is over it is silent, though the stream is closed a moment later.
            let number = !isLeft && isReady(at: Int(time * 1000)) ? ring.read(into: output) : 0
            if number < output.count {
                output[number...].update(repeating: 0)
                isOpen.store(false, ordering: .relaxed)
            }
            let delay = outputTime - time
            // Some devices do not say.
            if number > 0, rate > 0 {
                let isKnown = delay > 0 && delay < 5
                end.store(
                    isKnown ? Self.now + Int((delay + Double(number) / Double(rate)) * 1e9) : 0, ordering: .releasing)
            }
            heard.add(number, ordering: .releasing)
            if number > 0 { silence.store(0, ordering: .releasing) }
            silence.add(output.count - number, ordering: .releasing)
        }
        signal.notifyWithoutWaiting()
    }

    /// Whether what is in the ring is played now; on the device's thread.
    private func isReady(at now: Int) -> Bool {
        if isOpen.load(ordering: .relaxed) { return true }
        if asked.load(ordering: .relaxed) == Self.never { asked.store(now, ordering: .relaxed) }
        let there = ring.count
        guard there > 0 else {
            found.store(Self.never, ordering: .relaxed)
            return false
        }
        if found.load(ordering: .relaxed) == Self.never { found.store(now, ordering: .relaxed) }
        guard now - asked.load(ordering: .relaxed) >= Self.filling,
            there >= head || now - found.load(ordering: .relaxed) >= Self.patience
        else { return false }
        found.store(Self.never, ordering: .relaxed)
        isOpen.store(true, ordering: .relaxed)
        return true
    }

    /// The device's thread ends, or does not begin.
    func finish() {
        finished.store(true, ordering: .releasing)
        signal.notify()
    }
}
