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
    /// How long what the device got last takes to sound, in samples, as the device said then.
    private let delay = Atomic(0)
    /// Whether the ring is being played.
    private let isOpen = Atomic(false)
    /// When the device first asked in this passage, and when it first found samples, in milliseconds of its time; `never` before.
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

    /// Samples that went to or came from the device since the last ``restart()``.
    var passed: Int { heard.load(ordering: .acquiring) }

    /// Recorded samples that found the ring full.
    var dropped: Int { lost.load(ordering: .acquiring) }

    /// How often the device itself lost samples, of which it does not say how many.
    var overflows: Int { overruns.load(ordering: .acquiring) }

    /// Samples of silence that the device got since the last real one.
    var trailingSilence: Int { silence.load(ordering: .acquiring) }

    /// How many samples have left the device, where each takes `latency` samples' time on its way, or longer if the device says so.
    func sounded(after latency: Int) -> Int {
        max(0, passed - max(0, max(latency, delay.load(ordering: .acquiring)) - trailingSilence))
    }

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
        delay.store(0, ordering: .relaxed)
        asked.store(Self.never, ordering: .relaxed)
        found.store(Self.never, ordering: .relaxed)
        finished.store(false, ordering: .releasing)
        passages.add(1, ordering: .releasing)
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
        if hasOverflown { overruns.add(1, ordering: .relaxed) }
        if !input.isEmpty {
            let kept = ring.write(input)
            heard.add(kept, ordering: .releasing)
            lost.add(input.count - kept, ordering: .relaxed)
        }
        if !output.isEmpty {
            let number = isReady(at: Int(time * 1000)) ? ring.read(into: output) : 0
            if number < output.count {
                output[number...].update(repeating: 0)
                isOpen.store(false, ordering: .relaxed)
            }
            heard.add(number, ordering: .releasing)
            if number > 0 { silence.store(0, ordering: .releasing) }
            silence.add(output.count - number, ordering: .releasing)
            let seconds = outputTime - time
            // Some devices do not say.
            let isKnown = seconds > 0 && seconds < 5
            delay.store(isKnown ? Int(seconds * Double(rate)) + output.count : 0, ordering: .releasing)
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

    /// The device's thread ends.
    func finish() {
        finished.store(true, ordering: .releasing)
        signal.notify()
    }
}
