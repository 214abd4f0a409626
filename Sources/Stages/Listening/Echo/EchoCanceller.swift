import CSaybusSpeexDSP
import SaybusMessages
import SaybusSound

/// An acoustic echo canceller: removes the sound of loudspeakers from the microphone's signal, with libspeexdsp's
/// adaptive filter.
///
/// The sound of a loudspeaker is removed only when it is found in the microphone's signal; other loudspeakers are in
/// other rooms. While nothing plays, audio passes unchanged. Only one task may use a canceller.
package final class EchoCanceller {
    /// Samples of a block.
    package static let block = PCMFormat.speech.frameLength
    /// The length of a room's echo: 128 ms.
    static let tail = 2_048
    /// The time by which the reference signal is early, so that the echo never precedes it: 10 ms.
    static let lead = PCMFormat.speech.samples(.milliseconds(10))

    /// The most loudspeakers that are tracked. When one more plays, the one that has been silent longest is dropped,
    /// first among those not found in the microphone's signal.
    private static let capacity = 4
    /// The length of a loudspeaker's sound in which it must be found in the microphone's signal: 0.5 s. Otherwise it
    /// counts as headphones, or as one in another room.
    ///
    /// It is also the longest time for which such loudspeakers together can suppress the user's speech. A tenth of
    /// the elapsed time is added to what is left of it.
    private static let grace = PCMFormat.speech.samples(.milliseconds(500))
    /// The audio that is filtered again when a delay has been found, so that the filter adapts to the room at once:
    /// 2 s.
    private static let memory = PCMFormat.speech.samples(.seconds(2))

    private let state: OpaquePointer
    private var loudspeakers: [Source?: Loudspeaker] = [:]
    private var residual = ResidualEcho()
    private var correlation = EchoCorrelation()
    /// The microphone's blocks while a loudspeaker sounded.
    private var recent: [(position: Int, samples: [Int16])] = []
    /// The samples for which loudspeakers not found in the microphone's signal may still suppress speech.
    private var allowance = grace

    /// Whether the last block may have been mostly echo, so that speech in it is not the user's.
    package private(set) var isEcho = false

    package init() {
        state = speex_echo_state_init(Int32(Self.block), Int32(Self.tail))
        var rate = Int32(PCMFormat.speech.rate)
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit { speex_echo_state_destroy(state) }

    /// Returns the delay from a loudspeaker to the microphone, in samples; nil until it is known.
    func delaySamples(of source: Source? = nil) -> Int? { loudspeakers[source]?.delay.samples }

    /// Takes the next audio that is sent to a loudspeaker.
    /// - Parameters:
    ///   - source: The program that plays on the loudspeaker. Each has a delay of its own, and may be in another room.
    ///   - now: The microphone's position, in samples of its source.
    package func play(_ samples: [Int16], rate: Int, now: Int, from source: Source? = nil) throws(SoundError) {
        let known = loudspeakers[source]
        let loudspeaker = known ?? Loudspeaker()
        try loudspeaker.play(samples, rate: rate, now: now)
        guard known == nil else { return }
        if loudspeakers.count >= Self.capacity,
            let stalest = loudspeakers.min(by: { Self.order($0.value, $1.value) })?.key
        {
            loudspeakers[stalest] = nil
        }
        loudspeakers[source] = loudspeaker
    }

    /// Tells that a loudspeaker rests, so that its next sound begins anew, with a delay that may be another one.
    func rest(_ source: Source? = nil) { loudspeakers[source]?.rest() }

    /// Returns whether `one` is dropped before `other`.
    private static func order(_ one: Loudspeaker, _ other: Loudspeaker) -> Bool {
        guard (one.delay.samples == nil) == (other.delay.samples == nil) else { return one.delay.samples == nil }
        return one.audibleUntil < other.audibleUntil
    }

    /// Returns a block of the microphone without its echo.
    /// - Parameters:
    ///   - samples: A block of ``block`` samples. Blocks of other lengths are returned unchanged.
    ///   - position: The position of the first sample in the microphone's source.
    package func cancel(_ samples: [Int16], position: Int) -> [Int16] {
        isEcho = false
        allowance = min(Self.grace, allowance + samples.count / 10)
        guard samples.count == Self.block else { return samples }
        let sounding = loudspeakers.values.filter { position < $0.audibleUntil }
        guard !sounding.isEmpty else {
            recent = []
            return samples
        }
        var hasMoved = false
        for loudspeaker in sounding where loudspeaker.follow(samples, position: position) { hasMoved = true }
        let near = sounding.filter { $0.delay.samples != nil }
        if hasMoved { adaptAgain(near) }
        remember(samples, position)
        isEcho = isDoubtful(sounding, position)
        guard !near.isEmpty else { return samples }
        let (clean, isLeftOver) = filter(samples, position, near)
        if isLeftOver { isEcho = true }
        return clean
    }

    /// Returns whether the whole block may be echo, because a loudspeaker has begun to sound and it is not known yet
    /// whether the microphone picks it up, and with what delay.
    private func isDoubtful(_ sounding: [Loudspeaker], _ position: Int) -> Bool {
        let unknown = sounding.filter { $0.sounded > 0 && !$0.delay.isConfirmed }
        if unknown.contains(where: \.delay.isCorrelated) { return true }
        let beginning = unknown.filter { $0.sounded < Self.grace }
        // The microphone has picked up this loudspeaker before.
        if beginning.contains(where: { $0.isExpected(at: position) }) { return true }
        guard beginning.contains(where: { $0.delay.samples == nil }), allowance >= Self.block else { return false }
        allowance -= Self.block
        return true
    }

    /// Removes the echo from a block.
    /// - Returns: The remaining signal, and whether that is still echo.
    private func filter(_ samples: [Int16], _ position: Int, _ near: [Loudspeaker]) -> ([Int16], isEcho: Bool) {
        let played = Self.sum(near.map { $0.reference(at: position, count: Self.block) })
        let clean = [Int16](unsafeUninitializedCapacity: Self.block) { buffer, count in
            if let output = buffer.baseAddress { speex_echo_cancellation(state, samples, played, output) }
            count = Self.block
        }
        let (left, sounding) = (Level.power(clean), Level.power(played))
        let isCorrelated = correlation.isEcho(left: clean, played: played)
        let isUsual = residual.isEcho(left: left, played: sounding)
        return (clean, isCorrelated || isUsual || sounding > 100 && left < Self.echoShare * Level.power(samples))
    }

    /// Resets the filter, which was adapted to another delay, and adapts it to the recent blocks.
    private func adaptAgain(_ near: [Loudspeaker]) {
        speex_echo_state_reset(state)
        (residual, correlation) = (ResidualEcho(), EchoCorrelation())
        for block in recent { _ = filter(block.samples, block.position, near) }
    }

    private func remember(_ samples: [Int16], _ position: Int) {
        recent.append((position, samples))
        if recent.count > Self.memory / Self.block { recent.removeFirst() }
    }

    /// The share of a block's energy below which the remaining signal counts as echo: -6 dB.
    private static let echoShare = 0.25

    private static func sum(_ sounds: [[Int16]]) -> [Int16] {
        guard sounds.count > 1, let first = sounds.first else { return sounds.first ?? [] }
        return first.indices.map { index in Int16(clamping: sounds.reduce(0) { $0 + Int($1[index]) }) }
    }
}
