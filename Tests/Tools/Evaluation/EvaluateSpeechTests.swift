import Foundation
import SaybusMessages
import SaybusSound
import SaybusStage
import SaybusTerminal
import SaybusTesting
import SaybusTranscription
import Testing

@testable import SaybusEvaluation

@Suite("saybus evaluate speech")
struct EvaluateSpeechTests {
    /// A recognizer that returns the same result for every recording.
    private actor Deaf: SpeechRecognizer {
        nonisolated let engine = "deaf"
        private let text: String
        private let confidence: Double
        init(_ text: String, confidence: Double = 0.9) { (self.text, self.confidence) = (text, confidence) }
        func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }
        func begin() async throws {}
        func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }
        func finish() async throws -> RecognitionResult { .init(text: text, confidence: confidence, engine: engine) }
        func cancel() async {}
    }

    /// A recognizer that fails in some turns, and counts the turns since it last forgot the speakers.
    private actor Failing: SpeechRecognizer {
        nonisolated let engine = "failing"
        private let failures: Set<Int>
        private var turns = 0
        private(set) var forgotten: [Int] = []

        init(in failures: Set<Int>) { self.failures = failures }
        func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }
        func begin() async throws { turns += 1 }
        func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }
        func finish() async throws -> RecognitionResult {
            guard !failures.contains(turns) else { throw TranscriptionError(.timeout, "turn \(turns) took too long") }
            return .init(text: "light in the hall", confidence: 0.9, engine: engine)
        }
        func cancel() async {}
        func forgetSpeakers() async { forgotten.append(turns) }
    }

    /// A recognizer whose first turn takes too long, and which then refuses a number of attempts to begin another one.
    private actor Late: SpeechRecognizer {
        nonisolated let engine = "late"
        private var refusals: Int
        private var isFirst = true
        private(set) var attempts = 0

        init(refusals: Int) { self.refusals = refusals }
        func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem] { [] }
        func begin() async throws {
            attempts += 1
            guard !isFirst, refusals > 0 else { return }
            refusals -= 1
            throw TranscriptionError(.timeout, "the engine still works on an earlier turn")
        }
        func accept(_ samples: [Int16]) async throws -> PartialResult? { nil }
        func finish() async throws -> RecognitionResult {
            guard isFirst else { return .init(text: "light in the hall", confidence: 0.9, engine: engine) }
            isFirst = false
            throw TranscriptionError(.timeout, "the first turn took too long")
        }
        func cancel() async {}
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, _ name: String) throws -> String { try folder.write(name, text) }

    private func app() throws -> String {
        try write(
            """
            app: lamp
            types: {Room: [kitchen, {value: hall, synonyms: [corridor]}]}
            commands:
              Light:
                patterns: ["light in the @room:Room"]
                do: [{speak: Done.}]
            """, "app.yaml")
    }

    private func sound(_ name: String, seconds: Double = 0.5) async throws {
        let sink = try SoundFileSink(path: folder.path + "/" + name, rate: 16_000)
        try await sink.play((0..<Int(seconds * 16_000)).map { Int16(8000 * sin(Double($0) * 0.05)) })
        await sink.close()
    }

    @Test("a command is accepted when every parameter is right; false accepts and word errors are counted")
    func counts() async throws {
        try await sound("a.wav")
        let labels = try write(
            """
            {"audio": "a.wav", "intent": "Light", "slots": {"room": "hall"}, "text": "light in the corridor"}
            {"audio": "a.wav", "intent": "Light", "slots": {"room": "kitchen"}, "text": "light in the kitchen"}

            {"audio": "a.wav", "intent": "Other"}
            {"audio": "\(folder.path)/a.wav"}
            """, "labels.jsonl")
        let errors = folder.path + "/errors.jsonl"
        let evaluation = try SpeechEvaluation(
            app: app(), labels: labels, recognizer: Deaf("light in the corridor"), noises: [folder.path + "/a.wav"],
            ratios: [12, 6])
        var notes: [String] = []
        let report = try await evaluation.run(errors: errors, note: { notes.append($0) })
        #expect(notes == ["the app has no command Other, which labels name"])
        #expect(report.engine == "deaf" && report.conditions.map(\.snr) == [12, 6])
        #expect((report.all.accepted, report.all.total, report.all.falseAccepts, report.all.foreign) == (2, 6, 2, 2))
        #expect(report.all.acceptance == 2.0 / 6 && report.all.wordErrorRate == 2.0 / 16)
        #expect(report.conditions.map(\.noise) == ["a", "a"])
        let rows = report.reliability.rows.filter { $0.count > 0 }
        #expect(rows.reduce(0) { $0 + $1.right } == 2 && rows.reduce(0) { $0 + $1.count } >= 4, "\(rows)")
        let lines = try String(contentsOfFile: errors, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 6)
        let json = try JSONValue(report).text(indented: true)
        for key in [
            "accepted", "total", "acceptance", "wordErrorRate", "falseAccepts", "failed", "realTimeFactor",
            "timeToFinalMs", "outcomes",
        ] {
            #expect(json.contains("\"\(key)\""))
        }
    }

    @Test("the file of errors is written through a link, and a device is not replaced")
    func devices() async throws {
        try await sound("a.wav")
        let labels = try write("{\"audio\": \"a.wav\", \"intent\": \"Light\"}\n", "labels.jsonl")
        let (link, file) = (folder.path + "/link.jsonl", try write("old", "real.jsonl"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let evaluation = try SpeechEvaluation(app: app(), labels: labels, recognizer: Deaf(""))
        _ = try await evaluation.run(errors: link)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"Light\""))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        let error = await #expect(throws: StageFailure.self) { _ = try await evaluation.run(errors: "/dev/full") }
        #expect(error?.code == .inputOutput)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test(
        "unreadable input is refused with its file and line",
        arguments: [
            ("{\"audio\": \"a.wav\"}\nnonsense\n", "labels.jsonl:2"), ("{\"intent\": \"x\"}\n", "labels.jsonl:1"),
            ("\n", "no label"), ("{\"audio\": \"missing.wav\"}\n", "missing.wav"),
        ])
    func refused(_ text: String, _ place: String) async throws {
        let labels = try write(text, "labels.jsonl")
        let error = await #expect(throws: StageFailure.self) {
            _ = try await SpeechEvaluation(app: app(), labels: labels, recognizer: Deaf("")).run()
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains(place))
    }

    @Test("the JSON has every key, with null where there is nothing to measure")
    func nulls() async throws {
        try await sound("a.wav")
        let labels = try write("{\"audio\": \"a.wav\"}\n", "labels.jsonl")
        let report = try await SpeechEvaluation(app: app(), labels: labels, recognizer: Deaf("")).run()
        let text = try JSONValue(report).text(indented: false)
        for key in ["acceptance", "wordErrorRate", "snr"] { #expect(text.contains("\"\(key)\":null"), "\(text)") }
        #expect(text.contains("\"vocabularyMs\":"))
        #expect(try JSONDecoder().decode(SpeechReport.self, from: Data(text.utf8)) == report)
    }

    @Test("several noises are told apart in the table, and confidences are compared with facts")
    func severalNoises() async throws {
        try await sound("a.wav")
        try await sound("b.wav")
        let labels = try write("{\"audio\": \"a.wav\", \"intent\": \"X\"}\n", "labels.jsonl")
        let report = try await SpeechEvaluation(
            app: app(), labels: labels, recognizer: Deaf(""), noises: [folder.path + "/a.wav", folder.path + "/b.wav"],
            ratios: [12, 6]
        ).run()
        #expect(report.conditions.map(\.noise) == ["a", "a", "b", "b"])
        let page = report.page(Style(isColoured: false))
        for line in ["a 12 dB", "b 6 dB", "all", "0 carried out"] { #expect(page.contains(line), "\(page)") }
        var reliability = Reliability()
        for (confidence, isRight) in [(0.1, false), (0.45, true), (0.95, true), (1, false)] {
            reliability.add(confidence, isRight: isRight)
        }
        #expect(reliability.rows.map(\.count) == [1, 1, 0, 0, 0, 0, 2])
    }

    @Test("a failed turn counts as not understood, with its reason; an engine that fails in every turn is an error")
    func failures() async throws {
        try await sound("a.wav")
        let label = "{\"audio\": \"a.wav\", \"intent\": \"Light\", \"slots\": {\"room\": \"hall\"}}\n"
        let labels = try write(label + label + label, "labels.jsonl")
        let errors = folder.path + "/errors.jsonl"
        let report = try await SpeechEvaluation(app: app(), labels: labels, recognizer: Failing(in: [2])).run(
            errors: errors)
        #expect((report.all.accepted, report.all.total, report.all.failed) == (2, 3, 1))
        #expect(report.page(Style(isColoured: false)).contains("failed: 1 of 3 turns"))
        #expect(report.failure?.contains("turn 2 took too long") == true)
        #expect(try String(contentsOfFile: errors, encoding: .utf8).contains("turn 2 took too long"))
        let error = await #expect(throws: StageFailure.self) {
            _ = try await SpeechEvaluation(app: app(), labels: labels, recognizer: Failing(in: [1, 2, 3])).run()
        }
        #expect(error?.code == .unavailable)
    }

    @Test("an engine that is too late with one turn is waited for, and fails no other turn")
    func late() async throws {
        try await sound("a.wav")
        let label = "{\"audio\": \"a.wav\", \"intent\": \"Light\", \"slots\": {\"room\": \"hall\"}}\n"
        let labels = try write(label + label + label, "labels.jsonl")
        let report = try await SpeechEvaluation(app: app(), labels: labels, recognizer: Late(refusals: 2)).run()
        #expect((report.all.accepted, report.all.total, report.all.failed) == (2, 3, 1))
    }

    @Test("an engine that was waited for in vain is tried once for each turn, until it works again")
    func neverReady() async throws {
        var opening = TurnOpening(maximumWait: .zero)
        let recognizer = Late(refusals: 2)
        _ = try await opening.begin(recognizer)
        _ = try? await recognizer.finish()
        for attempts in [2, 3] {
            do {
                _ = try await opening.begin(recognizer)
                Issue.record("the engine was to refuse this turn")
            } catch {
                #expect((error as? TranscriptionError)?.code == .timeout)
            }
            #expect(await recognizer.attempts == attempts)
        }
        _ = try await opening.begin(recognizer)
        #expect(await recognizer.attempts == 4)
    }

    @Test("a recording that is missing is found before any is heard")
    func missing() async throws {
        try await sound("a.wav")
        let labels = try write("{\"audio\": \"a.wav\"}\n{\"audio\": \"gone.wav\"}\n", "labels.jsonl")
        let evaluation = try SpeechEvaluation(app: app(), labels: labels, recognizer: Deaf(""))
        var heard = 0
        let error = await #expect(throws: StageFailure.self) {
            _ = try await evaluation.run(progress: { _ in heard += 1 })
        }
        #expect(error?.code == .noInput && heard == 0)
    }

    @Test("the recognizer forgets the speakers before each condition")
    func conditions() async throws {
        try await sound("a.wav")
        let labels = try write("{\"audio\": \"a.wav\"}\n{\"audio\": \"a.wav\"}\n", "labels.jsonl")
        let recognizer = Failing(in: [])
        _ = try await SpeechEvaluation(
            app: app(), labels: labels, recognizer: recognizer, noises: [folder.path + "/a.wav"], ratios: [24, 6]
        ).run()
        #expect(await recognizer.forgotten == [0, 2])
    }

    @Test("each command is judged by its own thresholds, those of a command that only answers being lower")
    func outcomes() async throws {
        try await sound("a.wav")
        let app = try write(
            """
            app: lamp
            commands:
              Tell: {patterns: [tell me], do: [{speak: Done.}]}
              Ask: {patterns: [ask me], confirm-below: 0.95, do: [{speak: Done.}]}
            """, "thresholds.yaml")
        let labels = try write("{\"audio\": \"a.wav\", \"intent\": \"Tell\"}\n", "labels.jsonl")
        let cases: [(String, Double, KeyPath<SpeechOutcomes, SpeechOutcomes.Count>)] = [
            ("tell me", 0.35, \.carriedOut), ("tell me", 0.2, \.refused), ("ask me", 0.9, \.asked),
        ]
        for (text, confidence, place) in cases {
            let recognizer = Deaf(text, confidence: confidence)
            let outcomes = try await SpeechEvaluation(app: app, labels: labels, recognizer: recognizer).run().outcomes
            #expect(outcomes[keyPath: place].count == 1, "\(text) \(confidence): \(outcomes)")
        }
    }

    @Test("endpointing's figures at a level of noise do not depend on the levels before it")
    func levels() async throws {
        try await sound("a.wav")
        // Bursts that differ from place to place: another stretch of the noise gives other turns.
        let sink = try SoundFileSink(path: folder.path + "/noise.wav", rate: 16_000)
        let bursts = (0..<480_000).map { index -> Int16 in
            let level = index / 5_000 * 7919 % 11 * 700
            return Int16(index.isMultiple(of: 2) ? level : -level)
        }
        try await sink.play(bursts)
        await sink.close()
        let label = "{\"audio\": \"a.wav\", \"intent\": \"Light\"}\n"
        let labels = try write(String(repeating: label, count: 8), "labels.jsonl")
        var options = try EndpointingEvaluation.Options(labels: labels, app: app())
        options.noise = folder.path + "/noise.wav"
        options.ratios = [6]
        let alone = try await EndpointingEvaluation(options, recognizer: nil).run()
        options.ratios = [24, 6]
        let both = try await EndpointingEvaluation(options, recognizer: nil).run()
        #expect(both.conditions.last == alone.conditions.first)
    }

    @Test("endpointing and echo refuse labels of which none has a command")
    func noCommand() async throws {
        try await sound("a.wav")
        let labels = try write("{\"audio\": \"a.wav\"}\n", "labels.jsonl")
        let options = try EndpointingEvaluation.Options(labels: labels, app: app())
        let runs: [() throws -> Void] = [
            { _ = try EndpointingEvaluation(options, recognizer: nil) },
            {
                _ = try EchoEvaluation(
                    app: app(), labels: labels, voice: folder.path + "/a.wav", recognizer: Deaf(""), ratios: [0],
                    delayMs: 100)
            },
        ]
        for run in runs {
            let error = #expect(throws: StageFailure.self) { try run() }
            #expect(error?.code == .noInput)
        }
    }

    @Test("the noise in digital silence is as loud as beside speech of 20 dB below full scale")
    func silence() {
        let noise = (0..<4000).map { Int16($0 % 2 == 0 ? 3000 : -3000) }
        var mixer = NoiseMixer(noise: noise, seed: 7)
        let mixed = mixer.mix([Int16](repeating: 0, count: 16_000), ratio: 20)
        #expect(mixed.allSatisfy { abs(abs(Int($0)) - 328) <= 1 })
    }

    @Test("noise is mixed in at the given ratio, and identically for the same seed", arguments: [0.0, 12, 24])
    func mixes(_ ratio: Double) {
        let speech = (0..<16_000).map { Int16(9000 * sin(Double($0) * 0.01)) }
        let noise = (0..<4000).map { Int16($0 % 2 == 0 ? 3000 : -3000) }
        var mixer = NoiseMixer(noise: noise, seed: 7)
        let mixed = mixer.mix(speech, ratio: ratio)
        var again = NoiseMixer(noise: noise, seed: 7)
        #expect(mixed == again.mix(speech, ratio: ratio))
        #expect(abs(Int(mixed.map { abs(Int($0)) }.max() ?? 0) - 16_383) <= 1)
        // The noise alternates in sign. So the mean of two neighbours is the speech, and half their difference is
        // the noise.
        let pairs = stride(from: 0, to: mixed.count - 1, by: 2).map { (Double(mixed[$0]), Double(mixed[$0 + 1])) }
        let signal = pairs.reduce(0) { $0 + pow(($1.0 + $1.1) / 2, 2) }
        let disturbance = pairs.reduce(0) { $0 + pow(($1.0 - $1.1) / 2, 2) }
        #expect(abs(10 * log10(signal / disturbance) - ratio) < 1.5)
    }
}
