import Sound

/// One of the loudspeakers whose sound may come back to the microphone: what it gets, and how late that is heard.
final class Loudspeaker {
    private var track = ReferenceTrack()
    private(set) var delay = EchoDelay()
    /// By how many samples its sound is shifted for the filter.
    private(set) var shift = 0
    /// Where the last of its sound can still be heard.
    private(set) var audibleUntil = 0
    /// How many samples with sound in them were compared with the microphone's.
    private(set) var compared = 0

    /// Takes sound on its way there when the microphone is at `now`.
    func play(_ samples: [Int16], rate: Int, now: Int) throws(SoundError) {
        try track.add(samples, rate: rate, now: now)
        audibleUntil = track.end + EchoDelay.longest + EchoCanceller.tail
    }

    /// Compares the microphone's block with what was played.
    /// - Returns: Whether the filter has learnt a delay that is not this one.
    func follow(_ recorded: [Int16], position: Int) -> Bool {
        let played = track.read(from: position, count: recorded.count)
        delay.take(microphone: recorded, reference: played)
        if played.contains(where: { $0 > 100 || $0 < -100 }) { compared += played.count }
        let wanted = max(0, (delay.samples ?? 0) - EchoCanceller.lead)
        guard abs(wanted - shift) > EchoCanceller.lead else { return false }
        shift = wanted
        return true
    }

    /// What the microphone should hear of it from a position on.
    func heard(at position: Int, count: Int) -> [Int16] { track.read(from: position - shift, count: count) }
}
