import Sound

/// What the loudspeaker gets, on the microphone's count of samples.
///
/// The audio stage publishes sound on its way to the loudspeaker, without gaps while it speaks. So a chunk follows on the
/// one before it, or, after a silence, begins at the sample that the microphone is at; from there to the microphone it is
/// always about as long, which ``EchoDelay`` finds out.
struct ReferenceTrack: ~Copyable {
    /// How much is kept: 4 s, what is to come included.
    static let capacity = 64_000
    private static let rate = 16_000

    private var samples = [Int16](repeating: 0, count: capacity)
    /// The position after the last sample.
    private(set) var end = 0
    private var resampler: Resampler?

    init() {}

    /// Adds a chunk of a rate in hertz that comes when the microphone is at `now`.
    mutating func add(_ chunk: [Int16], rate: Int, now: Int) throws(SoundError) {
        if resampler?.inputRate != rate { resampler = try Resampler(from: rate, to: Self.rate) }
        // An end far ahead or behind is one of another time: of another count, or of a silence.
        if end < now || end > now + Self.capacity / 2 { jump(to: now) }
        for sample in resampler?.process(chunk) ?? [] {
            samples[end % Self.capacity] = sample
            end += 1
        }
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
            for place in max(end, now - Self.capacity)..<now { samples[place % Self.capacity] = 0 }
        } else {
            samples = [Int16](repeating: 0, count: Self.capacity)
        }
        end = now
    }
}
