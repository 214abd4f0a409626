import Glibc
import Synchronization

/// The state that a device's thread shares with the rest of the program during one passage (see ``AudioSink``): a ring
/// of samples, and counters.
final class DeviceLine: Sendable {
    let ring: SampleRing
    /// The recorded samples for which the ring had no room.
    let losses = SampleLosses()
    let signal = Signal()
    private let moved = Atomic(0)
    private let lost = Atomic(0)
    private let overruns = Atomic(0)
    private let calls = Atomic(0)
    private let silence = Atomic(0)
    private let ended = Atomic(false)
    private let finished = Atomic(false)
    private let stalled = Atomic(false)
    /// The time at which the last sample given to the device will have sounded, in nanoseconds of the monotonic
    /// clock; 0 when the device reports no delay.
    private let endTime = Atomic(0)
    /// Whether the device plays from the ring now.
    private let isOpen = Atomic(false)
    /// The times at which the device first asked for samples and first found some, in milliseconds of the device's
    /// clock; `never` before.
    private let asked = Atomic(DeviceLine.never)
    private let found = Atomic(DeviceLine.never)
    private let rate: Int
    /// The samples to gather before playing, at the start and after the ring has run dry. A device takes several blocks
    /// at a time, so samples that arrive in small pieces would otherwise be played with gaps.
    private let head: Int

    private static let never = Int.min
    /// The milliseconds for which a device that has just started gets silence, because it fills its whole buffer at
    /// once with more samples than the ring holds.
    private static let filling = 10
    /// The longest wait for more samples when there are fewer than ``head``, in milliseconds.
    private static let headTimeout = 20

    /// Creates a line.
    /// - Parameters:
    ///   - capacity: The number of samples that the ring holds.
    ///   - head: The number of samples to gather before playing.
    ///   - rate: The sample rate in hertz.
    init(capacity: Int, head: Int = 0, rate: Int = 0) {
        ring = SampleRing(capacity: capacity)
        (self.head, self.rate) = (head, rate)
    }

    /// The number of samples passed to or from the device.
    var passed: Int { moved.load(ordering: .acquiring) }

    /// The number of recorded samples dropped because the ring was full.
    var dropped: Int { lost.load(ordering: .acquiring) }

    /// The number of calls of the device's callback.
    var callbacks: Int { calls.load(ordering: .relaxed) }

    /// Returns the number of times that the device itself has lost samples since the last call. It does not report how
    /// many samples were lost.
    func takeOverflows() -> Int { overruns.exchange(0, ordering: .acquiringAndReleasing) }

    /// The number of samples of silence given to the device since the last real sample.
    var trailingSilence: Int { silence.load(ordering: .acquiring) }

    /// Returns the number of samples that have sounded, by the delay that the device reports.
    /// - Parameter latency: The delay, in samples, of a device that reports none.
    func sounded(after latency: Int) -> Int {
        // Read before `endTime`, which the device's thread writes first, so that the delay of every counted sample is
        // known.
        let passed = passed
        let end = endTime.load(ordering: .acquiring)
        guard end > 0 else { return max(0, passed - max(0, latency - trailingSilence)) }
        return max(0, passed - Int((Double(max(0, end - Self.now)) * Double(rate) / 1e9).rounded(.up)))
    }

    /// Returns the time until `count` samples have sounded; nil when the device has not received them all yet, or
    /// reports no delay.
    func time(untilSounded count: Int) -> Duration? {
        let passed = passed
        let end = endTime.load(ordering: .acquiring)
        guard end > 0, rate > 0, count <= passed else { return nil }
        return .nanoseconds(max(0, end - Self.now - (passed - count) * 1_000_000_000 / rate))
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Whether the device has given no sample for some seconds.
    var isStalled: Bool { stalled.load(ordering: .acquiring) }

    /// Sets whether the device has given no sample for some seconds.
    func setStalled(_ isStalled: Bool) {
        stalled.store(isStalled, ordering: .releasing)
        if isStalled { signal.notify() }
    }

    /// Whether the device's thread has ended.
    var isFinished: Bool { finished.load(ordering: .acquiring) }

    /// Whether the passage has ended.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Ends the passage, and wakes the tasks that wait in it.
    func end() {
        ended.store(true, ordering: .releasing)
        signal.notify()
    }

    /// Moves samples between the device and the ring. It runs on the device's thread, so it takes no lock and allocates
    /// nothing.
    /// - Parameters:
    ///   - time: The device's time now, in seconds.
    ///   - outputTime: The device's time at which the first sample of `output` will sound.
    func exchange(
        input: UnsafeBufferPointer<Int16>, output: UnsafeMutableBufferPointer<Int16>, hasOverflown: Bool, time: Double,
        outputTime: Double
    ) {
        calls.add(1, ordering: .relaxed)
        // Some devices report an overflow as they start, before anybody listens.
        if hasOverflown, passed + dropped > 0 { overruns.add(1, ordering: .relaxed) }
        if !input.isEmpty {
            // No more than the room now, although the reader may make more: before a sample is in the ring, those lost
            // before it are placed.
            let room = ring.capacity - ring.count
            if room > 0 { losses.place(before: moved.load(ordering: .relaxed)) }
            let kept = ring.write(UnsafeBufferPointer(rebasing: input.prefix(room)))
            moved.add(kept, ordering: .releasing)
            if kept < input.count {
                losses.add(input.count - kept)
                lost.add(input.count - kept, ordering: .relaxed)
            }
        }
        if !output.isEmpty {
            // The stream is closed a moment after the passage has ended; until then it plays silence.
            let number = !hasEnded && isReady(at: Int(time * 1000)) ? ring.read(into: output) : 0
            if number < output.count {
                output[number...].update(repeating: 0)
                isOpen.store(false, ordering: .relaxed)
            }
            let delay = outputTime - time
            // Some devices report no delay, or an impossible one.
            if number > 0, rate > 0 {
                let isKnown = delay > 0 && delay < 5
                endTime.store(
                    isKnown ? Self.now + Int((delay + Double(number) / Double(rate)) * 1e9) : 0, ordering: .releasing)
            }
            moved.add(number, ordering: .releasing)
            if number > 0 { silence.store(0, ordering: .releasing) }
            silence.add(output.count - number, ordering: .releasing)
        }
        signal.notifyWithoutWaiting()
    }

    /// Reads recorded samples. Call it from the reading thread.
    /// - Returns: The samples, the number of those lost immediately before them, and the number of later ones so far,
    ///   kept or lost.
    func read(_ length: Int) -> (samples: [Int16], lost: Int, later: Int) {
        let samples = [Int16](unsafeUninitializedCapacity: length) { buffer, count in
            count = ring.read(into: buffer)
        }
        let lost = losses.take(before: ring.readCount)
        return (samples, lost, ring.count + losses.count)
    }

    /// Returns whether the device should play from the ring now. Runs on the device's thread.
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
            there >= head || now - found.load(ordering: .relaxed) >= Self.headTimeout
        else { return false }
        found.store(Self.never, ordering: .relaxed)
        isOpen.store(true, ordering: .relaxed)
        return true
    }

    /// Records that the device's thread has ended, or could not start.
    func finish() {
        finished.store(true, ordering: .releasing)
        signal.notify()
    }
}
