import SaybusMessages
import SaybusSound

/// A loudspeaker whose sound may reach the microphone: its signal, and its delay.
final class Loudspeaker {
    /// The length of sound after which tones count for its delay: 2 s. They are an alarm, over which the user is to be
    /// heard, and no words follow soon.
    private static let longTone = PCMFormat.speech.samples(.seconds(2))

    private var track = ReferenceTrack()
    private(set) var delay = EchoDelay()
    /// The shift of the signal for the filter, in samples; nil until the delay is known.
    private var shift: Int?
    /// The position until which the microphone may still pick up its sound.
    private(set) var audibleUntil = 0
    /// The number of sounding samples since it was last silent, at 16 kHz.
    private(set) var sounded = 0

    /// Takes the next audio that is sent to the loudspeaker, when the microphone is at `now`.
    func play(_ samples: [Int16], rate: Int, now: Int) throws(SoundError) {
        let wasSilent = try track.add(samples, rate: rate, now: now)
        audibleUntil = track.end + EchoDelay.maximum + EchoCanceller.tail
        if wasSilent {
            delay.resetConfirmation()
            sounded = 0
        }
        if samples.contains(where: { $0 > 100 || $0 < -100 }) {
            sounded += samples.count * PCMFormat.speech.rate / rate
        }
    }

    /// Tells that the loudspeaker rests after the audio so far.
    func rest() { track.finish() }

    /// Returns whether the microphone picks up the loudspeaker at a position, if the delay is about as it was before;
    /// false when it never did.
    func isExpected(at position: Int) -> Bool {
        guard let delay = delay.samples else { return false }
        return position < track.end + delay + EchoDelay.change + EchoCanceller.tail
    }

    /// Compares the microphone's block with the played sound.
    /// - Returns: Whether the shift has changed, so that the filter no longer fits.
    func follow(_ recorded: [Int16], position: Int) -> Bool {
        let end = position + recorded.count
        delay.take(recorded, countsTones: sounded > Self.longTone) { track.read(from: end - $0, count: $0) }
        guard let wanted = delay.samples.map({ max(0, $0 - EchoCanceller.lead) }) else { return false }
        if let shift, abs(wanted - shift) <= EchoCanceller.lead { return false }
        shift = wanted
        return true
    }

    /// Returns the signal that the microphone should pick up from a position on.
    func reference(at position: Int, count: Int) -> [Int16] { track.read(from: position - (shift ?? 0), count: count) }
}
