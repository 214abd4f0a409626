import Foundation
import SaybusIntentRecognition
import SaybusMessages
import SaybusStatisticalMatching

/// `saybus-bench intent`: measures the speed of training and recognition of intents, on one thread, one
/// utterance at a time.
///
/// The utterances are generated, so that nothing needs to be downloaded. `saybus evaluate intent` measures
/// accuracy on real utterances.
public struct IntentBenchmark {
    private let utterances: Int

    /// Creates a benchmark.
    /// - Parameter utterances: The number of utterances recognized for a rate.
    public init(utterances: Int = 20_000) { self.utterances = utterances }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        try training() + memory() + (await patterns())
    }

    /// Measures training on seven intents, with 13 784 samples in total and with 300 samples for each intent, the
    /// number that the goal names. Then measures recognition with the smaller model.
    private func training() throws -> [Figure] {
        var figures: [Figure] = []
        var model: StatisticalModel?
        for (count, goal) in [(13_784, 20.0), (2100, 2.0)] {
            let samples = SyntheticUtterances(intents: 7, seed: 1).samples(count)
            let began = ContinuousClock.now
            model = try StatisticalModel(samples)
            figures.append(
                Figure(
                    "learning \(count) utterances of 7 intents", (ContinuousClock.now - began) / .seconds(1), "s",
                    goal: .atMost(goal)))
        }
        guard let model else { return figures }
        let texts = SyntheticUtterances(intents: 7, seed: 2).samples(2000).map(\.text)
        let times = (0..<utterances).map { index in
            let began = ContinuousClock.now
            _ = model.recognize(texts[index % texts.count])
            return (ContinuousClock.now - began) / .microseconds(1)
        }
        figures.append(
            Figure(
                "statistical recognition, intent and slots", Double(times.count) * 1e6 / times.reduce(0, +),
                "utt/s", goal: .atLeast(5000)))
        figures.append(Figure("statistical recognition, p99", Percentiles(times)(0.99), "µs"))
        return figures
    }

    /// Measures the size of a model of 150 intents. In memory it takes slightly more than its file, for the
    /// hash table of features.
    private func memory() throws -> [Figure] {
        let model = try StatisticalModel(SyntheticUtterances(intents: 150, seed: 3).samples(15_000))
        let megabytes = Double(ModelFile.bytes(of: model).count) / 1_048_576
        return [Figure("a model of 150 intents", megabytes, "MB", goal: .atMost(60))]
    }

    /// Measures the default engine of saybus-intent with patterns: one utterance that matches, and one that
    /// does not.
    private func patterns() async throws -> [Figure] {
        let catalog = Catalog(
            app: "bench",
            commands: (0..<1000).map { .init(type: "C\($0)", patterns: ["switch device \($0) to @level:Number"]) })
        let recognizer = EnsembleRecognizer(
            patterns: PatternRecognizer(catalogs: [catalog]), repair: TranscriptRepair(catalogs: [catalog]),
            statistics: nil)
        var figures: [Figure] = []
        for (name, text) in [
            ("fits", "switch device 700 to twenty one"), ("is foreign", "the neighbours are very noisy today"),
        ] {
            let transcript = SpeechTranscript(text: text, engine: "bench")
            let began = ContinuousClock.now
            for _ in 0..<utterances { _ = await recognizer.recognition(transcript) }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            figures.append(
                Figure("1000 patterns, an utterance that \(name)", Double(utterances) / seconds, "utt/s"))
        }
        return figures
    }
}
