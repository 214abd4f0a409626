import Foundation
import SaybusAudioOutput
import SaybusMessages
import SaybusStage

/// `saybus-bench audio`: measures the time to the first sample, the speed of synthesis and the memory of
/// queued sequences, compared with the espeak-ng program; then the installed engines side by side.
public struct AudioBenchmark {
    /// The required time to the first sample in milliseconds.
    static let goal = 15.0
    /// The number of prompts before timing starts.
    private static let warmUp = 10

    private let prompts: Int

    /// Creates a benchmark.
    /// - Parameter prompts: The number of timed sequences.
    public init(prompts: Int = 200) { self.prompts = prompts }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let stage = try await AudioStageUnderLoad()
        // Each prompt is unique, so that none comes from the prompt cache.
        let texts = (0..<Self.warmUp + prompts).map { "The timer number \($0) is set for ten minutes." }
        var figures = try await firstSample(stage, texts)
        figures += try await synthesis()
        figures += try await memory(stage)
        figures += try await VoiceComparison().run()
        return figures
    }

    private func firstSample(_ stage: AudioStageUnderLoad, _ texts: [String]) async throws -> [Figure] {
        var (times, program): ([Double], [Double]) = ([], [])
        for (index, text) in texts.enumerated() {
            ProgressLine.current?.update(index, of: texts.count, "time to the first sample")
            let time = try await stage.firstSample(of: AudioSequence([.speech(.init(text))]))
            let other = try await EspeakProgram.firstSample(of: text)
            guard index >= Self.warmUp else { continue }
            times.append(time / .milliseconds(1))
            if let other { program.append(other / .milliseconds(1)) }
        }
        var figures = [
            Figure(
                "audio.sequence to first sample over the bus, p50", Percentiles(times)(0.5), "ms",
                goal: .atMost(Self.goal)),
            Figure("audio.sequence to first sample over the bus, p99", Percentiles(times)(0.99), "ms"),
        ]
        if !program.isEmpty {
            figures.append(Figure("espeak-ng program to first sample, p50", Percentiles(program)(0.5), "ms"))
        }
        return figures
    }

    /// The number of rounds, in which synthesizer and espeak-ng program alternate. The best round of each counts:
    /// the rounds suffice for each to run undisturbed at least once.
    private static let rounds = 9

    /// Measures the speed of the synthesizer in this process and of the espeak-ng program. Both speak the same text
    /// in the same voice and deliver all samples. The start of the program, a hundredth of its time, is included.
    private func synthesis() async throws -> [Figure] {
        let text = String(repeating: "The quick brown fox jumps over the lazy dog, and nobody minds it. ", count: 150)
        let synthesizer = EspeakSynthesizer(cacheBytes: 0)
        var (own, program): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.rounds {
            let began = ContinuousClock.now
            let audio = try await synthesizer.synthesize(.init(text))
            var count = 0
            for try await block in audio.blocks { count += block.samples.count }
            own.append(Double(count) / Double(audio.rate) / ((ContinuousClock.now - began) / .seconds(1)))
            if let speed = try await EspeakProgram.speed(of: text) { program.append(speed) }
        }
        guard let best = own.max() else { return [] }
        var figures = [Figure("synthesis in the process, seconds of sound a second", best, "×")]
        if let other = program.max() {
            figures.append(Figure("synthesis by the espeak-ng program", other, "×"))
            figures.append(Figure("in the process against the program", best / other, "×", goal: .atLeast(1)))
        }
        return figures
    }

    private func memory(_ stage: AudioStageUnderLoad) async throws -> [Figure] {
        let before = stage.residentKiB
        for index in 0..<1000 {
            _ = try await stage.firstSample(of: AudioSequence([.speech(.init("Number \(index % 100)."))]))
        }
        let played = stage.residentKiB
        try await stage.queueSequences(1000)
        let waiting = stage.residentKiB
        return [
            Figure("memory of the warm stage", Double(before) / 1024, "MB"),
            Figure("more after 1000 sequences were played", Double(played - before) / 1024, "MB", goal: .atMost(16)),
            Figure("more while 1000 sequences wait", Double(waiting - played) / 1024, "MB", goal: .atMost(16)),
        ]
    }
}
