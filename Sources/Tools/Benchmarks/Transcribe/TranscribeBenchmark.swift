import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusPocketSphinx
import SaybusSound
import SaybusStage
import SaybusTranscription

/// `saybus-bench transcribe`: measures the speed of command recognition, compared with `pocketsphinx_batch`
/// on the same sound and sentences.
///
/// The commands are synthesized by espeak-ng. `saybus evaluate speech` measures accuracy on human speech.
public struct TranscribeBenchmark {
    static let rate = 16_000
    private static let piece = rate / 10
    private static let sentences = [
        "turn on the light in the living room", "turn off the light in the kitchen", "set a timer for five minutes",
        "play the next song", "stop the music", "what is the weather like tomorrow",
        "add orange juice to the shopping list",
        "set the oven to two hundred degrees", "turn the volume down a little", "wake me up at seven in the morning",
        "how long does it take to drive to the airport", "remind me to water the plants on the balcony",
    ]

    private let repeats: Int

    /// Creates a benchmark.
    /// - Parameter repeats: The number of times that each sentence is recognized.
    public init(repeats: Int = 3) { self.repeats = repeats }

    /// Returns the measured figures.
    /// - Parameter onNotice: Called with a sentence for each comparison that is skipped.
    public func run(onNotice: (String) -> Void = { _ in }) async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sounds = try Self.sentences.enumerated().map { try Self.spoken($1, in: folder, number: $0) }
        let figures = try await own(sounds)
        guard let program = PocketSphinxProgram() else {
            onNotice(
                "pocketsphinx_batch is not installed, so there is nothing to compare with: apt-get install pocketsphinx"
            )
            return figures
        }
        let seconds = sounds.reduce(0) { $0 + Double($1.count) } / Double(Self.rate)
        let work = try program.seconds(for: sounds, sentences: Self.sentences, in: folder, repeats: repeats)
        return figures + [
            Figure("pocketsphinx_batch: real-time factor", work / seconds, "×"),
            Figure("pocketsphinx_batch: time to final, mean", work * 1000 / Double(sounds.count), "ms"),
        ]
    }

    private func own(_ sounds: [[Int16]]) async throws -> [Figure] {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        let clock = ContinuousClock()
        var began = clock.now
        let catalog = Catalog(app: "bench", commands: [.init(type: "C", patterns: Self.sentences)])
        try await recognizer.configure(Vocabulary(catalogs: [catalog]))
        let build = (clock.now - began) / .milliseconds(1)
        var (work, seconds, right) = (0.0, 0.0, 0)
        var finals: [Double] = []
        for round in 0..<repeats {
            ProgressLine.current?.update(round, of: repeats, "rounds of \(sounds.count) sentences")
            for (sentence, sound) in zip(Self.sentences, sounds) {
                began = clock.now
                try await recognizer.begin()
                for start in stride(from: 0, to: sound.count, by: Self.piece) {
                    _ = try await recognizer.accept(Array(sound[start..<min(start + Self.piece, sound.count)]))
                }
                let end = clock.now
                if try await recognizer.finish().text == sentence { right += 1 }
                finals.append((clock.now - end) / .milliseconds(1))
                work += (clock.now - began) / .seconds(1)
                seconds += Double(sound.count) / Double(Self.rate)
            }
        }
        return [
            Figure("vocabulary of \(Self.sentences.count) commands ready", build, "ms"),
            Figure("real-time factor, partials and second pass", work / seconds, "×", goal: .atMost(0.05)),
            Figure("time to final, p50", Percentiles(finals)(0.5), "ms", goal: .atMost(150)),
            Figure("time to final, p99", Percentiles(finals)(0.99), "ms"),
            Figure("sentences understood", Double(right) / Double(finals.count), "of 1"),
        ]
    }

    /// Returns a sentence as audio, with half a second of silence around it.
    private static func spoken(_ sentence: String, in folder: URL, number: Int) throws -> [Int16] {
        let file = folder.appendingPathComponent("\(number).wav").path
        guard let program = CommandProcess.path(of: "espeak-ng"),
            try SystemProgram.run(program, ["-v", "en-us", "-w", file, sentence]) == 0
        else { throw BenchmarkError(.speech, "espeak-ng is not there to speak: apt-get install espeak-ng") }
        let reader = try SoundFileReader(path: file, rate: rate)
        let quiet = [Int16](repeating: 0, count: rate / 2)
        return quiet + (try reader.read(.max)) + quiet
    }
}
