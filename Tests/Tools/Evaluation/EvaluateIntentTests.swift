import Foundation
import SaybusStatisticalMatching
import SaybusTesting
import Testing

@testable import SaybusEvaluation

@Suite("saybus evaluate intent")
struct EvaluateIntentTests {
    private static let lines: [String] = {
        let words = ["jazz", "rock", "soul", "blues"]
        let play = words.flatMap { word in
            ["play", "put on", "start"].map { verb in
                let start = verb.count + 1
                return
                    #"{"text":"\#(verb) \#(word)","intent":"Play","slots":[{"name":"genre","value":"\#(word)","start":\#(start),"end":\#(start + word.count)}]}"#
            }
        }
        let stop = ["stop", "be quiet", "stop the music", "silence please", "that is enough", "quiet now"].map {
            #"{"text":"\#($0)","intent":"Stop","slots":[]}"#
        }
        let foreign = [
            "the dog barks", "who won the game", "she is late", "my knee hurts", "what a film", "it rained",
            "he left early",
            "they moved away", "bread is stale", "a long journey",
        ].map { #"{"text":"\#($0)","intent":"oos","slots":[]}"# }
        return play + stop + foreign
    }()

    private func file(_ lines: [String], in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/\(UUID()).jsonl"
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("the figures are fractions under their names, and the report lists the errors")
    func figures() async throws {
        let folder = try TemporaryFolder()
        let path = try file(Self.lines, in: folder)
        for report in ["report.html", "report.md"] {
            let program = try ProgramUnderTest(
                "saybus",
                [
                    "evaluate", "intent", "--train", path, "--folds", "3", "--json", "--report",
                    "\(folder.path)/\(report)",
                ])
            #expect(try await program.exitCode(within: .seconds(60)) == 0, "\(program.report)")
            let text = program.lines().joined(separator: "\n")
            let figures = try JSONDecoder().decode(IntentFigures.self, from: Data(text.utf8))
            #expect(figures.testSamples == Self.lines.count)
            #expect(figures.outOfScopeSamples == 10)
            for share in [
                figures.intentAccuracy, figures.macroF1, figures.slotF1, figures.frameAccuracy, figures.inScopeAccuracy,
                figures.outOfScopeRecall,
            ] { #expect(share.map { 0...1 ~= $0 } == true) }
            #expect(figures.utterancesPerSecond > 0 && figures.trainSeconds > 0)
            #expect(figures.peakMemoryBytes.map { $0 > 1 << 20 } == true)
            for key in ["intentAccuracy", "macroF1", "slotF1", "frameAccuracy", "inScopeAccuracy", "outOfScopeRecall"] {
                #expect(text.contains("\"\(key)\""))
            }
            let page = try String(contentsOfFile: "\(folder.path)/\(report)", encoding: .utf8)
            #expect(page.contains("Figures"))
        }
    }

    @Test("each language of Home Assistant's package is counted, and of each template a sentence is found again")
    func languages() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("data"), withIntermediateDirectories: true)
        try folder.write(
            "data/de.json",
            """
            {"language": "de", "lists": {"stufe": {"range": {"from": 1, "to": 9}}}, "expansion_rules": {"die": "[die]"},
             "responses": {"intents": {"HassTurnOn": {"default": "Gut"}}},
             "intents": {"HassTurnOn": {"data": [
               {"sentences": ["schalte <die> {name} ein"], "requires_context": {"domain": "light"}},
               {"sentences": ["Licht an"], "requires_context": {"area": {"slot": true}}}]},
              "HassFanSetSpeed": {"data": [{"sentences": ["{name} auf Stufe {stufe}", "kaputt (("]}]}}}
            """)
        try folder.write("data/xx.json", "{}")
        let program = try ProgramUnderTest(
            "saybus",
            ["evaluate", "intent", "--home-assistant", folder.path(""), "--language", "all"])
        #expect(try await program.exitCode() == 0, "\(program.report)")
        let lines = program.lines().map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        // Intents, templates, what was left out, responses, sentences, and the share that was found.
        #expect(lines.first { $0.first == "de" }?.dropLast() == ["de", "2", "4", "1", "1", "3", "100.0", "%"])
        #expect(lines.contains { $0.starts(with: ["2", "languages"]) })
        #expect(lines.contains { $0.starts(with: ["left", "out", "of", "xx:"]) }, "\(program.report)")
        let nothing = try ProgramUnderTest(
            "saybus", ["evaluate", "intent", "--home-assistant", folder.path("data/none"), "--language", "all"])
        #expect(try await nothing.exitCode() == 66)
    }

    @Test("unreadable input is reported in one line, with the exit code for its cause")
    func wrong() async throws {
        let folder = try TemporaryFolder()
        let broken = try file([Self.lines[0], "nonsense"], in: folder)
        for (arguments, code) in [
            (["--train", "/nowhere"], Int32(66)), (["--train", broken], 65), (["--train", broken, "--folds", "1"], 64),
            (["--train", broken, "--peers", "nobody"], 64), ([], 64),
            (["--train", broken, "--report", "\(folder.path)/errors.pdf"], 64),
            (["--train", broken, "--language", "de"], 64),
        ] {
            let program = try ProgramUnderTest("saybus", ["evaluate", "intent"] + arguments)
            #expect(try await program.exitCode() == code)
            if code != 64 { #expect(program.lines(.standardError).count == 1) }
        }
    }

    @Test("each figure counts the right and wrong interpretations that its name states")
    func metrics() {
        var metrics = IntentMetrics()
        func add(_ meant: String?, _ understood: String?, _ slots: [Sample.Slot] = [], _ found: [Sample.Slot] = []) {
            metrics.add(
                IntentJudgement(
                    sample: Sample(text: "play jazz now", intent: meant, slots: slots),
                    reading: understood.map { Reading(intent: $0, confidence: 1, slots: found) }))
        }
        let genre = Sample.Slot(name: "genre", range: 5..<9)
        let other = Sample.Slot(name: "genre", range: 5..<13)
        add("Play", "Play", [genre], [genre])
        add("Play", "Play", [genre], [other])
        add("Play", "Stop", [genre], [])
        add("Stop", nil)
        add(nil, nil)
        add(nil, "Play")
        #expect(metrics.intentAccuracy == 3.0 / 6)
        #expect(metrics.frameAccuracy == 2.0 / 6)
        #expect(metrics.inScopeAccuracy == 2.0 / 4)
        #expect(metrics.slotF1 == 2.0 / 5)
        #expect(metrics.outOfScopeRecall == 0.5)
        #expect(metrics.outOfScopePrecision == 0.5)
        // Play: 2 right of 3 found and of 3 to be found. Stop: none.
        let macroF1 = 4.0 / 6 / 2
        #expect(abs(metrics.macroF1 - macroF1) < 1e-9)
        var twice = IntentMetrics()
        twice.add(metrics)
        twice.add(metrics)
        #expect(twice.intentAccuracy == metrics.intentAccuracy && twice.count == 12)
        #expect(twice.macroF1 == metrics.macroF1)
    }

    @Test("each fold is tested once with its share of each intent; a draw has the given number of each intent")
    func splits() {
        let samples = (0..<60).map { Sample(text: "\($0)", intent: $0 % 3 == 0 ? nil : "I\($0 % 3)") }
        let splits = IntentSplit.folds(samples, count: 4, seed: 3)
        #expect(splits.flatMap(\.test).map(\.text).sorted() == samples.map(\.text).sorted())
        for split in splits {
            #expect(split.train.count + split.test.count == 60)
            #expect(split.test.count { $0.intent == "I1" } == 5)
        }
        let drawn = IntentSplit.draw(samples, perIntent: 2, seed: 3)
        #expect(drawn.count == 6)
        #expect(drawn == IntentSplit.draw(samples, perIntent: 2, seed: 3))
    }

    @Test("folds have the same size where intents have fewer samples than there are folds, and none is empty")
    func fewSamples() {
        for (count, perIntent) in [(40, 1), (40, 2), (7, 6)] {
            let samples = (0..<count * perIntent).map { Sample(text: "say \($0)", intent: "I\($0 / perIntent)") }
            let sizes = IntentSplit.folds(samples, count: 5, seed: 3).map(\.test.count)
            #expect(sizes.reduce(0, +) == samples.count && sizes.count == 5)
            #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1, "\(sizes)")
        }
        let three = (0..<3).map { Sample(text: "say \($0)", intent: "I") }
        #expect(IntentSplit.folds(three, count: 5, seed: 3).map(\.test.count) == [1, 1, 1])
    }

    @Test("samples of the same words are in one fold; test samples that are also training samples are counted")
    func repeated() {
        let samples = (0..<60).map { Sample(text: $0 % 2 == 0 ? "Play \($0 / 6)!" : "play \($0 / 6)", intent: "Play") }
        let splits = IntentSplit.folds(samples, count: 4, seed: 3)
        #expect(splits.reduce(0) { $0 + $1.test.count } == 60)
        for split in splits { #expect(split.repeatedCount == 0 && (12...18).contains(split.test.count)) }
        #expect(IntentSplit(train: [samples[0]], test: [samples[1], samples[59]]).repeatedCount == 1)
    }

    @Test("the worst errors come first, and at most twenty are kept")
    func errors() {
        var errors = IntentErrors()
        for number in 0..<50 {
            let wrong = Reading(intent: "No", confidence: Double(number) / 50, slots: [])
            errors.add(IntentJudgement(sample: Sample(text: "\(number)", intent: "Yes"), reading: wrong))
            errors.add(IntentJudgement(sample: Sample(text: "\(number)", intent: "No"), reading: wrong))
        }
        #expect(errors.worst.map(\.sample.text) == (30..<50).reversed().map { "\($0)" })
    }
}
