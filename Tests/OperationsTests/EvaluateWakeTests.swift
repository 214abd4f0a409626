import Foundation
import Listening
import SaybusTesting
import Sound
import Stage
import Testing

@testable import Operations

@Suite("saybus evaluate wake")
struct EvaluateWakeTests {
    /// Hears the wake word in every stretch of speech, or in none.
    private struct Eager: WakeWordDetector {
        let phrase = "any word"
        let isDeaf: Bool
        func begin() {}
        func process(_ samples: [Int16]) -> Range<Int>? { isDeaf ? nil : 0..<samples.count }
        func end() {}
    }

    private func sound(_ name: String, in folder: Folder, hertz: Double) async throws -> String {
        let path = folder.path + "/" + name
        let sink = try SoundFileSink(path: path, rate: 16_000)
        try await sink.play((0..<16_000).map { Int16(8_000 * sin(2 * .pi * hertz * Double($0) / 16_000)) })
        await sink.close()
        return path
    }

    @Test("Misses and false alarms are counted for each sensitivity, and an hour's alarms reckoned")
    func counts() async throws {
        let folder = try Folder()
        let voiced = try await sound("voiced.wav", in: folder, hertz: 200)
        let hum = try await sound("hum.wav", in: folder, hertz: 30)
        var options = WakeEvaluation.Options(phrase: "any word")
        (options.said, options.other) = ([voiced, hum], [voiced])
        options.sensitivities = [0, 100]
        let report = try await WakeEvaluation(options).run(detector: { Eager(isDeaf: $0 == 0) })
        #expect(report.conditions.map(\.heard) == [0, 1])
        #expect(report.conditions.map(\.missRate) == [1, 0.5])
        #expect(report.conditions.map(\.falseAlarms) == [0, 1])
        // One in the three seconds that there are with the quiet around them.
        #expect(report.conditions.map(\.falseAlarmsPerHour) == [0, 1_200])
        #expect(report.missed == [hum] && report.alarms.count == 1)
        let second = report.alarms.first?.split(separator: " ").dropLast().last.flatMap { Double($0) }
        #expect(second.map { $0 <= 1 } == true, "by the file's own count")
        #expect(report.page(Style(isColoured: false)).contains("50.0"))
    }

    @Test("Noise ratios without a noise, and files that are no sound, are refused")
    func refused() async throws {
        var options = WakeEvaluation.Options(phrase: "any word")
        options.said = ["/nowhere.wav"]
        let missing = try WakeEvaluation(options)
        await #expect(throws: StageFailure.self) { _ = try await missing.run(detector: { _ in Eager(isDeaf: true) }) }
        options.ratios = [12]
        #expect(throws: StageFailure.self) { _ = try WakeEvaluation(options) }
    }
}

@Suite(
    "The wake word in many voices",
    .enabled(
        if: SpokenText.isAvailable
            && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us"),
        "needs espeak-ng and pocketsphinx's model"))
struct WakeVoicesTests {
    @Test("Of 60 sayings in 20 voices and three speeds at most one in seven is missed")
    func voices() async throws {
        let report = try await WakeEvaluation(.init(phrase: "hey computer")).run()
        let condition = try #require(report.conditions.first)
        print("missed: \(report.missed)")
        #expect(condition.said == 60 && condition.missRate <= 1.0 / 7)
    }
}
