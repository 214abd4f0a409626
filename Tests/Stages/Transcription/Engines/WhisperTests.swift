import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTesting
import SaybusWhisper
import Testing

@testable import SaybusTranscription

@Suite("Whisper", .enabled(if: WhisperDouble.isAvailable, "there is no C compiler"))
struct WhisperTests {
    private let helper = EngineUnderTest.Helper()

    private func code(_ body: () throws -> Void) -> WhisperError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? WhisperError)?.code
        }
    }

    @Test("a library of another version, with another layout or of another kind is refused by name")
    func libraries() throws {
        let older = #expect(throws: WhisperError.self) {
            try WhisperDouble.library(in: "\(helper.path)/a", ["VERSION=\"1.7.4\""])
        }
        #expect(older?.code == .libraryVersion && older?.reason.contains("1.7.4") == true)
        #expect(code { _ = try WhisperDouble.library(in: "\(helper.path)/b", ["MOVED"]) } == .libraryVersion)
        #expect(code { _ = try WhisperLibrary(path: "libm.so.6") } == .libraryMissing)
        #expect(code { _ = try WhisperLibrary(path: "\(helper.path)/none.so") } == .libraryMissing)
    }

    @Test("a model that is cut short, of another kind or of a newer format is refused before the library reads it")
    func models() throws {
        let whole = try WhisperModelFile(try WhisperDouble.model(in: helper.path))
        #expect(whole.frameCount == 1500 && !whole.isMultilingual)
        func file(_ change: @escaping (inout Data) -> Void) throws -> WhisperError.Code? {
            let path = try WhisperDouble.model(in: helper.path, change: change)
            return code { _ = try WhisperModelFile(path) }
        }
        #expect(try file { $0.removeLast(3) } == .modelUnusable)
        #expect(try file { $0.removeLast($0.count / 2) } == .modelUnusable)
        #expect(try file { $0 = Data("GGUF".utf8) + $0.dropFirst(4) } == .modelUnusable)
        #expect(try file { $0 = Data("RIFF of another kind, and long enough".utf8) } == .modelUnusable)
        #expect(try file { $0 = Data() } == .modelUnusable)
        // A first tensor of four dimensions, whose number of bytes no integer holds.
        let numbers: [Int32] = [4, 1, 0, .max, .max, 1, 1]
        let huge = numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        let damaged = try file { data in
            let start = data.range(of: Data("tensor0".utf8)).map { $0.lowerBound - 16 } ?? 0
            data.replaceSubrange(start..., with: huge + [UInt8](repeating: 0, count: 64))
        }
        #expect(damaged == .modelUnusable)
        #expect(code { _ = try WhisperModelFile("/nonexistent/model") } == .modelMissing)
    }

    @Test("a language that the library or the model does not know is refused")
    func languages() throws {
        let library = try WhisperDouble.library(in: helper.path)
        let english = try WhisperModelFile(try WhisperDouble.model(in: "\(helper.path)/en"))
        let many = try WhisperModelFile(try WhisperDouble.model(in: "\(helper.path)/all", tokens: 51_865))
        func make(_ file: WhisperModelFile, _ language: String) -> WhisperError.Code? {
            code { _ = try WhisperRecognizer(library: library, model: file, language: language, timeout: .seconds(9)) }
        }
        #expect(make(english, "en-US") == nil && make(many, "de") == nil && make(many, "auto") == nil)
        #expect(make(english, "de") == .language && make(many, "xx") == .language && make(english, "auto") == .language)
        #expect(make(many, "de_AT") == nil && make(many, "nb-NO") == nil && make(many, "nn") == .language)
        #expect(RecognitionEngine.isEnglish("en_GB") && !RecognitionEngine.isEnglish("enm"))
        let failure = #expect(throws: StageFailure.self) {
            try RecognitionEngine.pocketsphinx.choice(language: "de", timeout: .seconds(1))
        }
        #expect(failure?.code == .configuration)
    }

    @Test("for a language that Whisper does not know, no model is asked for")
    func unknownLanguage() async throws {
        _ = try WhisperDouble.library(in: helper.path)
        let program = try ProgramUnderTest(
            "saybus",
            [
                "evaluate", "speech", "--app", "a.yaml", "--labels", "a.jsonl", "--engine", "whisper", "--language",
                "xx",
            ],
            environment: [
                "SAYBUS_MODELS": "\(helper.path)/none", "WHISPER_LIBRARY": "\(helper.path)/libwhisper.so",
                "WHISPER_MODEL": "",
            ])
        #expect(try await program.exitCode() == 78, "\(program.report)")
        #expect(
            program.lines(.standardError).contains { $0.contains("knows no language xx") && $0.contains("--without") })
    }

    @Test("a turn in which the library hangs ends in time, and the next one says why it cannot begin")
    func hanging() async throws {
        let recognizer = try recognizer(["HANGS=1"], timeout: .milliseconds(100), givesPartials: false)
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        let error = await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        #expect(error?.code == .timeout)
    }

    @Test("a library that cannot transcribe is told of before the first turn, until it has transcribed one")
    func failsAtStart() async throws {
        let recognizer = try recognizer(["FAILS=1"], givesPartials: false)
        #expect(try await recognizer.probe() == false)
        await recognizer.configure(.dictation)
        let error = await #expect(throws: TranscriptionError.self) { try await recognizer.probe() }
        #expect(error?.code == .engine)
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        #expect(try await recognizer.finish().text.isEmpty == false)
        #expect(try await recognizer.probe())
    }

    /// Returns a recognizer with a stand-in of the library.
    private func recognizer(
        _ defines: [String], timeout: Duration = .seconds(20), givesPartials: Bool = true
    ) throws -> WhisperRecognizer {
        try WhisperRecognizer(
            library: WhisperDouble.library(in: helper.path, defines),
            model: WhisperModelFile(try WhisperDouble.model(in: helper.path)), timeout: timeout,
            givesPartials: givesPartials)
    }

    /// Returns what is heard in a turn by a library that writes a text, and expects the words that were said.
    private func heard(
        _ patterns: [String], writes text: String, said: String, _ others: [String] = []
    ) async throws -> RecognitionResult {
        let recognizer = try recognizer(["TEXT=\" \(text)\"", "SAID=\" \(said)\""] + others)
        await recognizer.configure(
            Vocabulary(catalogs: [Catalog(app: "music", commands: [.init(type: "C", patterns: patterns)])]))
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        return try await recognizer.finish()
    }

    @Test("a text that is no sentence of the commands becomes the one that the decoder expects, beside the text")
    func sentences() async throws {
        let result = try await heard(
            ["next song", "previous song"], writes: "Uh, necks sung.", said: "Next song.")
        #expect(result.text == "next song" && result.confidence > 0.9 && result.engine == "whisper")
        #expect(result.alternatives.first?.text == "uh necks sung")
        #expect(result.alternatives.allSatisfy { $0.confidence < result.confidence })
    }

    @Test(
        "turn after turn a sentence is found, whether or not the library keeps the prompt after it has written a text",
        arguments: [[], ["FORGETS"]])
    func promptMemory(_ defines: [String]) async throws {
        let recognizer = try recognizer(["TEXT=\" Uh, necks sung.\"", "SAID=\" Next song.\""] + defines)
        for others in [[], [], ["stop"], ["stop"], ["stop", "start"]] {
            let patterns = ["next song"] + others
            await recognizer.configure(
                Vocabulary(catalogs: [Catalog(app: "music", commands: [.init(type: "C", patterns: patterns)])]))
            try await recognizer.begin()
            _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
            #expect(try await recognizer.finish().text == "next song")
        }
    }

    @Test("a transcription that began in a pause counts if silence follows, and not if more is said")
    func early() async throws {
        let recognizer = try recognizer(["COUNTS"], givesPartials: false)
        let speech = try SynthesizedSpeech.samples("next song")
        // Half a second of silence is added for the model.
        for (follows, count) in [
            ([Int16](repeating: 0, count: 9000), speech.count + 8000), (speech, 2 * speech.count + 8000),
        ] {
            try await recognizer.begin()
            _ = try await recognizer.accept(speech)
            await recognizer.anticipateEnd()
            await recognizer.anticipateEnd()
            _ = try await recognizer.accept(follows)
            #expect(try await recognizer.finish().text == "\(count)")
        }
        try await recognizer.begin()
        _ = try await recognizer.accept(speech)
        await recognizer.anticipateEnd()
        await recognizer.withdrawEnd()
        _ = try await recognizer.accept([Int16](repeating: 0, count: 9000))
        #expect(try await recognizer.finish().text == "\(speech.count + 17_000)")
    }

    @Test("a transcription that began in a pause and failed is made again at the end of the turn")
    func earlyFailure() async throws {
        // The first call is that of the silence with which the recognizer warms up.
        let recognizer = try recognizer(["FAILS=2"], givesPartials: false)
        await recognizer.configure(Vocabulary(catalogs: []))
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        await recognizer.anticipateEnd()
        #expect(try await recognizer.finish().text == "next song")
    }

    @Test(
        "a turn that is discarded while its transcription is under way ends without a text",
        .timeLimit(.minutes(1)))
    func earlyCancel() async throws {
        let recognizer = try recognizer(["HANGS=100"], givesPartials: false)
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        await recognizer.anticipateEnd()
        let result = Task { try await recognizer.finish() }
        await recognizer.cancel()
        // Whichever of the two was first: the turn was discarded before its end, or while it waited.
        let error = await #expect(throws: TranscriptionError.self) { try await result.value }
        #expect(
            error?.code == .noTurn || error?.reason == "the transcription was cancelled", "\(String(describing: error))"
        )
        await recognizer.stop()
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
    }

    @Test(
        "a turn whose result is of no use any more is given up, also where its transcription began in a pause",
        .timeLimit(.minutes(1)), arguments: [false, true])
    func cancelledTask(isEarly: Bool) async throws {
        let recognizer = try recognizer(["HANGS=1"], givesPartials: false)
        try await recognizer.begin()
        _ = try await recognizer.accept(try SynthesizedSpeech.samples("next song"))
        if isEarly { await recognizer.anticipateEnd() }
        let result = Task { () async throws -> RecognitionResult in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await recognizer.finish()
        }
        let error = await #expect(throws: TranscriptionError.self) { try await result.value }
        #expect(error?.reason == "the transcription was cancelled", "\(String(describing: error))")
    }

    @Test("a text that is a sentence is taken as it is, without a search")
    func exact() async throws {
        let result = try await heard(["next song", "stop"], writes: "Next song.", said: "stop", ["DECODED=1"])
        #expect(result.text == "next song" && result.alternatives.isEmpty)
    }

    @Test("for a text of which the model is not sure no sentence is taken: the prompt alone makes one likely")
    func madeUp() async throws {
        let result = try await heard(
            ["next song"], writes: "Uh, necks sung.", said: "Next song.", ["PROBABILITY=0.3f"])
        #expect(result.text != "next song" && result.confidence < 0.25)
        #expect(WhisperConfidence.trust(inSentencesBeside: 0.25) == 0)
        #expect(WhisperConfidence.trust(inSentencesBeside: 0.6) == 1)
        #expect(WhisperConfidence.trust(inSentencesBeside: .nan) <= 1)
    }

    @Test(
        "a sentence that the model expects only because the prompt has it is not taken, unless it was sure of its text",
        arguments: [
            ("0.55f", ["PROMPTED"], false), ("0.55f", [], true), ("0.75f", ["PROMPTED"], false), ("0.75f", [], true),
            ("0.8f", ["PROMPTED"], true),
        ])
    func prompted(_ probability: String, _ defines: [String], isTaken: Bool) async throws {
        let result = try await heard(
            ["next song"], writes: "Uh, necks sung.", said: "Next song.", ["PROBABILITY=\(probability)"] + defines)
        #expect((result.text == "next song") == isTaken)
        #expect(isTaken || result.alternatives.isEmpty)
    }

    @Test("a text counts the less the less it is expected without the prompt, unless it is short")
    func unprompted() {
        func trust(_ mean: Double, count: Int) -> Double {
            WhisperConfidence.trust(inScoreWithoutPrompt: .init(sum: mean * Double(count), count: count))
        }
        #expect(trust(-5.1, count: 8) == 0 && trust(-3.9, count: 8) == 1 && trust(-6, count: 4) == 1)
        #expect(abs(trust(-4.5, count: 8) - 0.5) < 0.01)
        #expect(trust(-.infinity, count: 8) == 0)
        #expect(WhisperConfidence.trust(inScoreWithoutPrompt: nil) == 1)
    }

    @Test(
        "a sentence of less than half of the words is not taken, and the text stays",
        arguments: [("Good to know that.", "good to know that"), ("Good then.", "good")])
    func short(_ text: String, _ understood: String) async throws {
        #expect(try await heard(["good", "stop"], writes: text, said: "Good.").text == understood)
    }

    @Test(
        "a sentence without the negation of the text is not taken, whether the decoder or the nearest one finds it",
        arguments: [[], ["DECODED=-1"]])
    func negation(_ defines: [String]) async throws {
        let result = try await heard(
            ["turn on the kitchen light"], writes: "Don't turn on the kitchen light.",
            said: "Turn on the kitchen light.", defines)
        #expect(result.text == "don't turn on the kitchen light" && result.alternatives.isEmpty)
    }

    @Test("a sentence with a negation of its own is taken")
    func ownNegation() async throws {
        let result = try await heard(["do not disturb"], writes: "Don't disturbed.", said: "Do not disturb.")
        #expect(result.text == "do not disturb")
    }

    @Test("of two commands in one breath neither is taken for the whole, and the text stays")
    func twoCommands() async throws {
        let text = "turn the lights off and cancel the alarm"
        let result = try await heard(
            ["turn the lights off", "cancel the alarm"], writes: text, said: "Turn the lights off.")
        #expect(result.text == text && result.alternatives.isEmpty)
    }

    @Test("a sentence that nobody said is not taken, and the text stays")
    func strange() async throws {
        let result = try await heard(["next song"], writes: "What a day.", said: "What a day.")
        #expect(result.text == "what a day")
    }

    @Test("the words of an open parameter come from the decoder, too")
    func openWords() async throws {
        let result = try await heard(
            ["play @title:\(PhraseTemplate.textType) please"], writes: "Uh, way hey jude peas",
            said: "play hey jude please")
        #expect(result.text == "play hey jude please")
    }

    @Test("where the library fails to decode, the text becomes the sentence that it is close to")
    func failure() async throws {
        let result = try await heard(["next song"], writes: "Uh, next songs.", said: "stop", ["DECODED=-1"])
        #expect(result.text == "next song" && result.alternatives.first?.text == "uh next songs")
        #expect(result.confidence > 0.3 && result.confidence < 0.9)
    }

    @Test("a number of two words in the patterns may be written as the decoder likes")
    func numbers() async throws {
        let result = try await heard(
            ["set a timer for @minutes:Number minutes"], writes: "A tamer for 25 minutes.",
            said: "Set a timer for 25 minutes.")
        #expect(result.text == "set a timer for twenty five minutes" && result.confidence > 0.9)
    }

    @Test("the confidence in words that are not listed is the share of such turns that are right")
    func calibration() {
        #expect(WhisperConfidence.calibrated(0.9) > 0.8 && WhisperConfidence.calibrated(0.6) < 0.25)
        #expect(WhisperConfidence.calibrated(1) < 1 && WhisperConfidence.calibrated(.nan) < 0.01)
        let matcher = SentenceMatcher(
            GrammarCompiler.compile(
                Vocabulary(catalogs: [Catalog(app: "m", commands: [.init(type: "C", patterns: ["next song"])])])
            ).automaton)
        let free = matcher.matched(
            RecognitionResult(text: "what a day", confidence: 0.6, engine: "whisper"),
            free: WhisperConfidence.calibrated)
        #expect(free.text == "what a day" && free.confidence < 0.25)
    }

    @Test("the encoder gets as many frames as the machine processes in time, at least those of the turn")
    func budget() {
        var budget = EncoderBudget()
        #expect(budget.frames == 0)
        budget.record(.seconds(2), frames: 500)
        #expect(budget.frames == 300)
        for _ in 0..<20 { budget.record(.milliseconds(100), frames: 1000) }
        #expect(budget.frames > 10_000)
        var settings = WhisperSettings()
        settings.frames = 300
        #expect(settings.encoderFrames(forSamples: 16_000, of: 1500) == 300)
        #expect(settings.encoderFrames(forSamples: 160_000, of: 1500) == 564)
        #expect(settings.encoderFrames(forSamples: 640_000, of: 1500) == 0)
    }

    @Test(
        "a repetition in sound of several windows leaves out what follows, which is a problem of the turn",
        .enabled(if: SynthesizedSpeech.isAvailable, "needs espeak-ng"), arguments: [true, false])
    func repetitionInSound(isLong: Bool) async throws {
        let recognizer = try recognizer(["TEXT=\" we went to the sea we went to the sea\""], givesPartials: false)
        try await recognizer.begin()
        let sound = try SynthesizedSpeech.samples("next song")
        for _ in 0..<(isLong ? 30 : 1) { _ = try await recognizer.accept(sound) }
        let result = try await recognizer.finish()
        #expect(result.text == "we went to the sea")
        #expect((result.problem != nil) == isLong)
    }

    @Test("words that come again and again are cut, others are not")
    func repetition() {
        func cut(_ text: String) -> String? {
            RepeatedWords.cut(text.split(separator: " ").map(String.init))?.joined(separator: " ")
        }
        #expect(cut("a coffee you can do it you can do it you can") == "a coffee you can do it")
        #expect(cut("so so so so so") == "so")
        #expect(cut("no no no") == nil && cut("very very large coffee") == nil && cut("next song") == nil)
    }
}
