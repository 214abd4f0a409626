import CSpeexDSP
import Sound

/// Takes out of the microphone's sound what the loudspeaker plays, with libspeexdsp's adaptive filter.
///
/// While nothing plays, sound passes as it is. Belongs to one task.
package final class EchoCanceller {
    /// Samples of a block.
    package static let block = 320
    /// How long a room's echo is: 128 ms.
    static let tail = 2_048
    /// How much earlier than the measured delay the reference is given, lest the echo come before it: 10 ms.
    static let lead = 160

    private let state: OpaquePointer
    private var track = ReferenceTrack()
    private var delay = EchoDelay()
    private var used = 0
    /// Where the last sound is that can still be heard.
    private var audibleUntil = 0

    /// Whether the last block was mostly echo, as far as can be told from what was taken out.
    package private(set) var isEcho = false

    package init() {
        state = speex_echo_state_init(Int32(Self.block), Int32(Self.tail))
        var rate: Int32 = 16_000
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit { speex_echo_state_destroy(state) }

    /// How long the loudspeaker's sound takes to the microphone, in samples; nil until that is known.
    package var delaySamples: Int? { delay.samples }

    /// Takes sound on its way to the loudspeaker.
    /// - Parameter now: Where the microphone is, in samples of its source.
    package func play(_ samples: [Int16], rate: Int, now: Int) throws(SoundError) {
        try track.add(samples, rate: rate, now: now)
        audibleUntil = track.end + EchoDelay.longest + Self.tail
    }

    /// Takes a block from the microphone, ``block`` samples from `position` of its source on, and gives it back without echo.
    package func cancel(_ samples: [Int16], position: Int) -> [Int16] {
        isEcho = false
        guard samples.count == Self.block, position < audibleUntil else { return samples }
        delay.take(microphone: samples, reference: track.read(from: position, count: Self.block))
        let wanted = max(0, (delay.samples ?? 0) - Self.lead)
        if abs(wanted - used) > Self.lead {
            // The filter has learnt another delay.
            speex_echo_state_reset(state)
            used = wanted
        }
        let played = track.read(from: position - used, count: Self.block)
        let clean = [Int16](unsafeUninitializedCapacity: Self.block) { buffer, count in
            if let output = buffer.baseAddress { speex_echo_cancellation(state, samples, played, output) }
            count = Self.block
        }
        isEcho = Self.energy(played) > 100 && Self.energy(clean) < Self.echoShare * Self.energy(samples)
        return clean
    }

    /// What is left of a block that was mostly echo is at most so much of it: -6 dB.
    private static let echoShare = 0.25

    private static func energy(_ samples: [Int16]) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }
}
