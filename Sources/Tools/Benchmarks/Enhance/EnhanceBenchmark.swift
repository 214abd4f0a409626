import CSaybusSpeexDSP
import Foundation
import SaybusSpeechSignal

/// `saybus-bench enhance`: measures the processing time of noise suppression, compared with libspeexdsp's
/// denoiser on the same sound.
///
/// Only the time is compared. `saybus evaluate speech --noise FILE` measures the quality.
public struct EnhanceBenchmark {
    /// The length of the sound, in seconds.
    private static let seconds = 5
    private static let frame = SpeechEnhancer.rate / 100

    private let repeats: Int

    /// Creates a benchmark.
    /// - Parameter repeats: The number of timed runs of each algorithm, at least 1.
    public init(repeats: Int = 20) { self.repeats = repeats }

    /// Returns the measured figures. A first run of each algorithm is a warm-up.
    public func run() -> [Figure] {
        let sound = Self.sound()
        let enhancer = SpeechEnhancer()
        let own = mean { _ = enhancer.enhance(sound) }
        let speex = mean { Self.denoise(sound) }
        return [
            Figure("enhancement: for a second of sound", own * 1000 / Double(Self.seconds), "ms", goal: .atMost(10)),
            Figure("libspeexdsp's denoiser: for a second of sound", speex * 1000 / Double(Self.seconds), "ms"),
            Figure("enhancement to libspeexdsp's denoiser", own / speex, "×"),
        ]
    }

    /// Returns the mean time of `work` in seconds.
    private func mean(_ work: () -> Void) -> Double {
        work()
        let began = ContinuousClock.now
        for _ in 0..<repeats { work() }
        return (ContinuousClock.now - began) / .seconds(1) / Double(repeats)
    }

    /// Returns an intermittent tone in white noise. Neither algorithm needs more time for speech.
    private static func sound() -> [Int16] {
        var random = SystemRandomNumberGenerator()
        return (0..<seconds * SpeechEnhancer.rate).map { place in
            let time = Double(place) / Double(SpeechEnhancer.rate)
            let tone = time.truncatingRemainder(dividingBy: 1) < 0.6 ? 9000 * sin(2 * .pi * 440 * time) : 0
            return Int16(tone) + Int16.random(in: -2000...2000, using: &random)
        }
    }

    private static func denoise(_ sound: [Int16]) {
        guard let state = speex_preprocess_state_init(Int32(frame), Int32(SpeechEnhancer.rate)) else { return }
        defer { speex_preprocess_state_destroy(state) }
        var piece = sound
        for start in stride(from: 0, to: piece.count - frame + 1, by: frame) {
            piece.withUnsafeMutableBufferPointer { _ = speex_preprocess_run(state, $0.baseAddress! + start) }
        }
    }
}
