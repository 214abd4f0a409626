import CSaybusSpeexDSP

/// A converter of the sample rate of a mono stream.
///
/// The filter's delay is compensated: a sound at 1 s of the input is at 1 s of the output. With ``finish()`` the whole
/// output is as long as the input, to the nearest sample. Between equal rates, samples pass unchanged.
public struct Resampler: ~Copyable {
    /// The supported rates, in hertz.
    public static let rates = 1_000...384_000

    /// The rate of the input, in hertz.
    public let inputRate: Int
    /// The rate of the output, in hertz.
    let outputRate: Int

    private let state: OpaquePointer?
    private var taken: Int
    private var given: Int

    /// Creates a resampler.
    /// - Parameters:
    ///   - inputRate: The rate of the input, in hertz.
    ///   - outputRate: The rate of the output, in hertz.
    ///   - quality: libspeexdsp's quality: 0 is fast, 10 is best; 3 is meant for telephony, 5 for desktops.
    public init(from inputRate: Int, to outputRate: Int, quality: Int = 5) throws(SoundError) {
        state = try Self.makeState(inputRate, outputRate, quality)
        (self.inputRate, self.outputRate) = (inputRate, outputRate)
        (taken, given) = (0, 0)
    }

    /// Creates the library's resampler; nil between equal rates.
    private static func makeState(_ input: Int, _ output: Int, _ quality: Int) throws(SoundError) -> OpaquePointer? {
        try check(input)
        try check(output)
        guard (0...10).contains(quality) else {
            throw SoundError(.invalidSetting, "Resampling quality \(quality) is not one of 0 to 10.")
        }
        guard input != output else { return nil }
        var code: Int32 = 0
        guard let state = speex_resampler_init(1, UInt32(input), UInt32(output), Int32(quality), &code) else {
            let cause = speex_resampler_strerror(code).map { String(cString: $0) }
            throw SoundError(.invalidSetting, "Sound cannot be resampled from \(input) to \(output) Hz.", cause: cause)
        }
        speex_resampler_skip_zeros(state)
        return state
    }

    deinit { if let state { speex_resampler_destroy(state) } }

    /// Takes the next samples, and returns those that are ready.
    mutating func process(_ samples: [Float]) -> [Float] {
        taken += samples.count
        guard let state else {
            given += samples.count
            return samples
        }
        var output: [Float] = []
        output.reserveCapacity(samples.count * outputRate / inputRate + 16)
        Self.run(state, samples, into: &output)
        given += output.count
        return output
    }

    /// Returns the remaining samples, and starts a new stream.
    mutating func finish() -> [Float] {
        defer { reset() }
        guard let state else { return [] }
        let missing = max(0, (taken * outputRate + inputRate / 2) / inputRate - given)
        var output: [Float] = []
        let silence = [Float](repeating: 0, count: Int(speex_resampler_get_input_latency(state)) + 64)
        // Zeros of the latency's length push the remaining samples out. The loop is bounded in case the library returns
        // none.
        for _ in 0..<8 where output.count < missing { Self.run(state, silence, into: &output) }
        return Array(output.prefix(missing))
    }

    /// Drops all input, and starts a new stream.
    mutating func reset() {
        (taken, given) = (0, 0)
        guard let state else { return }
        speex_resampler_reset_mem(state)
        speex_resampler_skip_zeros(state)
    }

    /// Throws when a rate is not one of ``rates``.
    static func check(_ rate: Int) throws(SoundError) {
        guard rates.contains(rate) else {
            throw SoundError(
                .invalidSetting,
                "A sample rate of \(rate) Hz cannot be handled; give one from \(rates.lowerBound) to \(rates.upperBound)."
            )
        }
    }

    private static func run(_ state: OpaquePointer, _ samples: [Float], into output: inout [Float]) {
        let room = 4096
        samples.withUnsafeBufferPointer { input in
            guard let base = input.baseAddress else { return }
            var position = 0
            while true {
                var used = UInt32(min(input.count - position, room))
                var made = UInt32(room)
                output.append(
                    contentsOf: [Float](unsafeUninitializedCapacity: room) { buffer, count in
                        guard let target = buffer.baseAddress else { return }
                        speex_resampler_process_float(state, 0, base + position, &used, target, &made)
                        count = Int(made)
                    })
                position += Int(used)
                if used == 0 && made == 0 || position >= input.count && made < room { return }
            }
        }
    }
}
