import Foundation
import SaybusMicroWakeWord
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Verifiers of a wake word")
struct WakeVerifierTests {
    @Test("the recordings in the program are those of the file in the repository, and can be used")
    func bundled() throws {
        let file = PackageFolder.containing().appending(path: "Sources/Stages/Listening/Wake/Trained/Words/alexa.json")
        let word = try TrainedWakeWord(path: file.path)
        #expect(TrainedWakeWord.bundled == [word])
        #expect(word.hears("Alexa") && !word.hears("alex"))
        let length = word.vectors.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect(abs(length - 1) < 1e-3)
    }

    @Test("the word is where its vectors are, and sound that is not like it has none")
    func place() throws {
        let word = try #require(TrainedWakeWord.bundled.first).vectors
        let rows = stride(from: 0, to: word.count, by: SpeechEmbedding.count).map { start in
            Array(word[start..<start + SpeechEmbedding.count])
        }
        var state: UInt64 = 3
        func other() -> [Float] {
            (0..<SpeechEmbedding.count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (Float(state >> 40) / Float(1 << 23) - 1) / 20
            }
        }
        let before = (0..<9).map { _ in other() }
        let end = EmbeddingVerifier.end(of: word, in: before + rows + (0..<5).map { _ in other() })
        let complete = SpeechEmbedding.first + (9 + rows.count - 1) * SpeechEmbedding.step
        #expect(end == complete - WindowSearch.delay - EmbeddingVerifier.lateness)
        #expect(EmbeddingVerifier.end(of: word, in: before + before) == nil)
        #expect(EmbeddingVerifier.end(of: word, in: Array(rows.prefix(3))) == nil)
        // The negative of the word is as unlike it as can be.
        #expect(EmbeddingVerifier.end(of: word, in: rows.map { $0.map { -$0 } }) == nil)
    }

    private static let recordings = Recording.folder.deletingLastPathComponent().appending(path: "wake/alexa")

    @Test(
        "with the models, the word is heard where microWakeWord alone is not sure, once, and not in others",
        .enabled(
            if: (try? WakeRecordingReader()) != nil && FileManager.default.fileExists(atPath: recordings.path)
                && (try? MicroWakeWordModels().model(for: "alexa")) != nil,
            "needs the models speech-embedding and wake-words, and the recordings"))
    func models() async throws {
        #expect(try WakeEngine.auto.resolved(for: "alexa") == .both)
        let both = try await WakeEngine.both.detector("alexa")
        let micro = try await WakeEngine.micro.detector("alexa")
        func heard(_ name: String, _ detector: any WakeWordDetector) async throws -> Int {
            let samples = try Recording.read(Self.recordings.appending(path: "\(name).flac"))
            let padded = QuietRoom.samples(16_000) + samples + QuietRoom.samples(24_000)
            return try await RecordedWakeWords.positions(in: padded, detector).count
        }
        // microWakeWord's mean probability for these: .72 and .98.
        #expect(try await heard("320", micro) == 0)
        #expect(try await heard("320", both) == 1)
        #expect(try await heard("160", both) == 1)
    }
}
