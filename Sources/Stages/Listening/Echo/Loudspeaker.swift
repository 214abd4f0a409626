import SaybusSound

/// One of the loudspeakers whose sound may come back to the microphone: what it gets, and how late that is heard.
final class Loudspeaker {
    private var track = ReferenceTrack()
    private(set) var delay = EchoDelay()
    /// By how many samples its sound is shifted for the filter; nil until its delay is known.
    private var shift: Int?
    /// Where the last of its sound can still be heard.
    private(set) var audibleUntil = 0
    /// How many samples with sound in them it got since it was silent.
    private(set) var sounded = 0

    /// Takes sound on its way there when the microphone is at `now`.
    func play(_ samples: [Int16], rate: Int, now: Int) throws(SoundError) {
        let wasSilent = try track.add(samples, rate: rate, now: now)
        audibleUntil = track.end + EchoDelay.longest + EchoCanceller.tail
        if wasSilent {
            delay.doubt()
            sounded = 0
        }
        if samples.contains(where: { $0 > 100 || $0 < -100 }) { sounded += samples.count * 16_000 / rate }
    }

    /// Compares the microphone's block with what was played.
    /// - Returns: Whether the filter has learnt a delay that is not this one.
    func follow(_ recorded: [Int16], position: Int) -> Bool {
        let end = position + recorded.count
        delay.take(recorded) { track.read(from: end - $0, count: $0) }
        guard let wanted = delay.samples.map({ max(0, $0 - EchoCanceller.lead) }) else { return false }
        if let shift, abs(wanted - shift) <= EchoCanceller.lead { return false }
        shift = wanted
        return true
    }

    /// What the microphone should hear of it from a position on.
    func heard(at position: Int, count: Int) -> [Int16] { track.read(from: position - (shift ?? 0), count: count) }
}
