import SaybusMessages
import SaybusSound

/// The signal of a loudspeaker, aligned with the microphone's count of samples.
///
/// While the assistant speaks, the audio stage publishes the audio that it sends to the loudspeaker, without gaps. A
/// chunk continues the one before it. After a silence or a rest, a chunk begins at the microphone's current position.
/// From then on the delay to the microphone is nearly constant, and ``EchoDelay`` finds it. A chunk that is only a
/// little late continues the one before it, too: the loudspeaker's buffer bridges the gap.
struct ReferenceTrack: ~Copyable {
    /// The number of samples kept, future ones included: 4 s.
    static let capacity = 64_000
    /// The longest delay of a chunk that continues the one before it: 0.25 s.
    private static let lateness = PCMFormat.speech.samples(.milliseconds(250))

    private var samples = [Int16](repeating: 0, count: capacity)
    /// The position after the last sample; far in the past before the first one.
    private(set) var end = -capacity
    private var isFinished = false
    private var resampler: Resampler?

    init() {}

    /// Adds a chunk, at a rate in hertz, that arrives when the microphone is at `now`.
    /// - Returns: Whether there was silence or a rest before it.
    mutating func add(_ chunk: [Int16], rate: Int, now: Int) throws(SoundError) -> Bool {
        guard !chunk.isEmpty else { return false }
        if resampler?.inputRate != rate { resampler = try Resampler(from: rate, to: PCMFormat.speech.rate) }
        // An end far from now precedes a silence, or belongs to an earlier count of samples.
        let isNew = isFinished || end < now - Self.lateness || end > now + Self.capacity / 2
        if isNew { jump(to: now) }
        for sample in resampler?.process(chunk) ?? [] {
            samples[end % Self.capacity] = sample
            end += 1
        }
        return isNew
    }

    /// Returns the samples from a position on, with silence where there are none.
    func read(from position: Int, count: Int) -> [Int16] {
        (position..<position + count).map { place in
            place >= max(0, end - Self.capacity) && place < end ? samples[place % Self.capacity] : 0
        }
    }

    /// Tells that the loudspeaker rests, so that the next chunk does not continue the last one.
    mutating func finish() { isFinished = true }

    private mutating func jump(to now: Int) {
        if end < now {
            // The gap is silence.
            for place in max(0, end, now - Self.capacity)..<now { samples[place % Self.capacity] = 0 }
        } else if end > now + Self.capacity / 2 {
            samples = [Int16](repeating: 0, count: Self.capacity)
        }
        (end, isFinished) = (now, false)
    }
}
