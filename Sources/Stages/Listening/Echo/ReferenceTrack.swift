import SaybusSound

/// What the loudspeaker gets, on the microphone's count of samples.
///
/// The audio stage publishes sound on its way to the loudspeaker, without gaps while it speaks. So a chunk follows on the
/// one before it, or, after a silence, begins at the sample that the microphone is at; from there to the microphone it is
/// always about as long, which ``EchoDelay`` finds out. A chunk that comes a little late is no silence: the loudspeaker has
/// a buffer, and a hole here would be none there.
struct ReferenceTrack: ~Copyable {
    /// How much is kept: 4 s, what is to come included.
    static let capacity = 64_000
    private static let rate = 16_000
    /// How late a chunk may come that follows on the one before it: 0.25 s.
    private static let lateness = 4_000

    private var samples = [Int16](repeating: 0, count: capacity)
    /// The position after the last sample; long ago before the first one.
    private(set) var end = -capacity
    private var resampler: Resampler?

    init() {}

    /// Adds a chunk of a rate in hertz that comes when the microphone is at `now`.
    /// - Returns: Whether there was silence before it.
    mutating func add(_ chunk: [Int16], rate: Int, now: Int) throws(SoundError) -> Bool {
        if resampler?.inputRate != rate { resampler = try Resampler(from: rate, to: Self.rate) }
        // An end far ahead or behind is one of another time: of another count, or of a silence.
        let isNew = end < now - Self.lateness || end > now + Self.capacity / 2
        if isNew { jump(to: now) }
        for sample in resampler?.process(chunk) ?? [] {
            samples[end % Self.capacity] = sample
            end += 1
        }
        return isNew
    }

    /// The samples from a position on; silence where there are none.
    func read(from position: Int, count: Int) -> [Int16] {
        (position..<position + count).map { place in
            place >= max(0, end - Self.capacity) && place < end ? samples[place % Self.capacity] : 0
        }
    }

    private mutating func jump(to now: Int) {
        // What lies between is silence.
        if end < now {
            for place in max(0, end, now - Self.capacity)..<now { samples[place % Self.capacity] = 0 }
        } else {
            samples = [Int16](repeating: 0, count: Self.capacity)
        }
        end = now
    }
}
