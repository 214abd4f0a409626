import Foundation
import SaybusEspeakNG
import SaybusListening
import SaybusSound
import SaybusStage
import SaybusTerminal
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusEvaluation

@Suite("saybus evaluate wake")
struct EvaluateWakeTests {
    /// A detector that detects the wake word in every click, or in none.
    private final class ClickDetector: WakeWordDetector {
        let phrase = "any word"
        private let isDeaf: Bool
        private let count = Mutex(0)

        init(isDeaf: Bool) { self.isDeaf = isDeaf }

        func begin() { count.withLock { $0 = 0 } }
        func process(_ samples: [Int16]) -> Range<Int>? {
            count.withLock { count in
                defer { count += samples.count }
                guard !isDeaf, let place = samples.firstIndex(where: { $0 > 15_000 }) else { return nil }
                return count + place..<count + place + 1
            }
        }
        func end() {}
    }

    /// Writes a second of a tone, which stands for a voice, with or without a click in the middle.
    private func sound(
        _ name: String, in folder: TemporaryFolder, clicks: Bool, amplitude: Double = 8_000, click: Int16 = 30_000
    ) async throws -> String {
        let path = folder.path + "/" + name
        let sink = try SoundFileSink(path: path, rate: 16_000)
        var samples = (0..<16_000).map { Int16(amplitude * sin(2 * .pi * 200 * Double($0) / 16_000)) }
        if clicks { samples[8_000] = click }
        try await sink.play(samples)
        await sink.close()
        return path
    }

    @Test("misses and false alarms are counted for each sensitivity, with the false alarms per hour")
    func counts() async throws {
        let folder = try TemporaryFolder()
        let spoken = try await sound("spoken.wav", in: folder, clicks: true)
        let other = try await sound("other.wav", in: folder, clicks: false)
        var options = WakeEvaluation.Options(phrase: "any word")
        (options.said, options.other) = ([spoken, other], [spoken])
        options.sensitivities = [0, 100]
        let report = try await WakeEvaluation(options).run(detector: { ClickDetector(isDeaf: $1 == 0) })
        #expect(report.conditions.map(\.heard) == [0, 1])
        #expect(report.conditions.map(\.missRate) == [1, 0.5])
        #expect(report.conditions.map(\.falseAlarms) == [0, 1])
        // One alarm in a second of the recording; the room noise around it does not count.
        #expect(report.conditions.map { $0.falseAlarmsPerHour?.rounded() } == [0, 3_600])
        #expect(report.hoursOfOtherSpeech == 1.0 / 3_600)
        #expect(report.conditions.allSatisfy { $0.engine == "keywords" && $0.realTimeFactor > 0 })
        #expect(report.missed == [other] && report.alarms.count == 1)
        let second = report.alarms.first?.split(separator: " ").dropLast().last.flatMap { Double($0) }
        #expect(second.map { (0.4...0.7).contains($0) } == true, "by the file's own count: \(report.alarms)")
        #expect(report.page(Style(isColoured: false)).contains("50.0"))
    }

    @Test("a soft recording is amplified as in the listening stage, the wake word and other speech alike")
    func gain() async throws {
        let folder = try TemporaryFolder()
        let soft = try await sound("soft.wav", in: folder, clicks: true, amplitude: 100, click: 1_000)
        var options = WakeEvaluation.Options(phrase: "any word")
        (options.said, options.other) = ([soft], [soft])
        let report = try await WakeEvaluation(options).run(detector: { _, _ in ClickDetector(isDeaf: false) })
        #expect(report.conditions.map(\.heard) == [1])
        #expect(report.conditions.map(\.falseAlarms) == [1])
    }

    @Test("a noise without ratios is mixed in at 12 dB, and ratios keep their decimals in the table")
    func noise() async throws {
        let folder = try TemporaryFolder()
        let spoken = try await sound("spoken.wav", in: folder, clicks: true)
        var options = WakeEvaluation.Options(phrase: "any word")
        (options.said, options.noise) = ([spoken], spoken)
        let report = try await WakeEvaluation(options).run(detector: { _, _ in ClickDetector(isDeaf: true) })
        #expect(report.conditions.map(\.snr) == [nil, 12])
        options.ratios = [12.5, 12.2]
        let page = try await WakeEvaluation(options).run(detector: { _, _ in ClickDetector(isDeaf: true) })
            .page(Style(isColoured: false))
        for level in [" 12.5 dB", " 12.2 dB"] { #expect(page.contains(level), "\(page)") }
    }

    @Test("noise ratios without a noise file, and files that hold no sound, are refused")
    func refused() async throws {
        var options = WakeEvaluation.Options(phrase: "any word")
        options.said = ["/nowhere.wav"]
        let missing = try WakeEvaluation(options)
        await #expect(throws: StageFailure.self) {
            _ = try await missing.run(detector: { _, _ in ClickDetector(isDeaf: true) })
        }
        options.ratios = [12]
        #expect(throws: StageFailure.self) { _ = try WakeEvaluation(options) }
    }
}

@Suite(
    "The wake word in many voices",
    .enabled(
        if: SynthesizedSpeech.isAvailable
            && FileManager.default.fileExists(atPath: "/usr/share/pocketsphinx/model/en-us/en-us"),
        "needs espeak-ng and pocketsphinx's model"))
struct WakeVoicesTests {
    @Test("of 60 recordings in 20 voices and three speeds, at most one in five is missed")
    func voices() async throws {
        let report = try await WakeEvaluation(.init(phrase: "hey computer")).run()
        let condition = try #require(report.conditions.first)
        #expect(condition.said == 60 && condition.missRate <= 1.0 / 5, "\(report.missed)")
    }
}
