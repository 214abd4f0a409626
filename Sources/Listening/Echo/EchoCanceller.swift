import CSpeexDSP
import Messages
import Sound

/// Takes out of the microphone's sound what loudspeakers play, with libspeexdsp's adaptive filter.
///
/// Of several loudspeakers only those are taken out whose sound is found in the microphone's: the others are in other rooms.
/// While nothing plays, sound passes as it is. Belongs to one task.
package final class EchoCanceller {
    /// Samples of a block.
    package static let block = 320
    /// How long a room's echo is: 128 ms.
    static let tail = 2_048
    /// How much earlier than the measured delay the reference is given, lest the echo come before it: 10 ms.
    static let lead = 160

    /// How many loudspeakers are told apart; of more, the one that was silent longest is forgotten.
    private static let most = 4
    /// How much sound is compared before a loudspeaker that was not found in the microphone's is taken for one in another room, or
    /// for headphones: 4 s.
    private static let patience = 64_000

    private let state: OpaquePointer
    private var loudspeakers: [Source?: Loudspeaker] = [:]
    private var residual = ResidualEcho()

    /// Whether the last block was mostly echo, as far as can be told from what was taken out.
    package private(set) var isEcho = false

    package init() {
        state = speex_echo_state_init(Int32(Self.block), Int32(Self.tail))
        var rate: Int32 = 16_000
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit { speex_echo_state_destroy(state) }

    /// How long a loudspeaker's sound takes to the microphone, in samples; nil until that is known.
    package func delaySamples(of source: Source? = nil) -> Int? { loudspeakers[source]?.delay.samples }

    /// Takes sound on its way to a loudspeaker.
    /// - Parameters:
    ///   - source: Whose loudspeaker it is; each has a delay of its own, and may be in another room.
    ///   - now: Where the microphone is, in samples of its source.
    package func play(_ samples: [Int16], rate: Int, now: Int, from source: Source? = nil) throws(SoundError) {
        let known = loudspeakers[source]
        let loudspeaker = known ?? Loudspeaker()
        try loudspeaker.play(samples, rate: rate, now: now)
        guard known == nil else { return }
        if loudspeakers.count >= Self.most,
            let stalest = loudspeakers.min(by: { $0.value.audibleUntil < $1.value.audibleUntil })?.key
        {
            loudspeakers[stalest] = nil
        }
        loudspeakers[source] = loudspeaker
    }

    /// Takes a block from the microphone, ``block`` samples from `position` of its source on, and gives it back without echo.
    package func cancel(_ samples: [Int16], position: Int) -> [Int16] {
        isEcho = false
        guard samples.count == Self.block else { return samples }
        let sounding = loudspeakers.values.filter { position < $0.audibleUntil }
        guard !sounding.isEmpty else { return samples }
        var hasMoved = false
        for loudspeaker in sounding where loudspeaker.follow(samples, position: position) { hasMoved = true }
        // The filter has learnt another delay.
        if hasMoved { speex_echo_state_reset(state) }
        let near = sounding.filter { $0.delay.samples != nil }
        guard !near.isEmpty else {
            // Before it is known what of this is echo, all may be.
            isEcho = sounding.contains { $0.compared > 0 && $0.compared < Self.patience }
            return samples
        }
        let played = Self.sum(near.map { $0.heard(at: position, count: Self.block) })
        let clean = [Int16](unsafeUninitializedCapacity: Self.block) { buffer, count in
            if let output = buffer.baseAddress { speex_echo_cancellation(state, samples, played, output) }
            count = Self.block
        }
        let left = Self.energy(clean)
        let isWhatIsLeft = residual.isEcho(left: left, played: Self.energy(played))
        isEcho = isWhatIsLeft || Self.energy(played) > 100 && left < Self.echoShare * Self.energy(samples)
        return clean
    }

    /// What is left of a block that was mostly echo is at most so much of it: -6 dB.
    private static let echoShare = 0.25

    private static func sum(_ sounds: [[Int16]]) -> [Int16] {
        guard sounds.count > 1, let first = sounds.first else { return sounds.first ?? [] }
        return first.indices.map { index in Int16(clamping: sounds.reduce(0) { $0 + Int($1[index]) }) }
    }

    private static func energy(_ samples: [Int16]) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }
}
