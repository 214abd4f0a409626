import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusModelStore
import SaybusStage
import SaybusWhisper
import Testing

@testable import SaybusTranscription

@Suite(
    "A broken second engine",
    .enabled(if: WhisperDouble.isAvailable && SynthesizedSpeech.isAvailable, "needs a C compiler and espeak-ng"))
struct SecondEngineTests {
    private let helper = EngineUnderTest.Helper()
    private static let vocabulary = Vocabulary(catalogs: [
        Catalog(app: "t", commands: [.init(type: "S", patterns: ["stop the timer"])])
    ])

    /// A first engine that is not sure of what it hears.
    private struct Doubtful: SpeechRecognizer {
        let engine = "pocketsphinx"

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() -> RecognitionResult {
            RecognitionResult(text: "stop the timer", confidence: 0.5, engine: engine)
        }
        func cancel() {}
    }

    private func whisper(_ library: WhisperLibrary, timeout: Duration) throws -> WhisperRecognizer {
        try WhisperRecognizer(
            library: library, model: WhisperModelFile(try WhisperDouble.model(in: helper.path)), timeout: timeout,
            givesPartials: false)
    }

    /// Runs a turn.
    private func turn(_ recognizer: TwoPassRecognizer, _ samples: [Int16]) async throws -> RecognitionResult {
        try await recognizer.begin()
        _ = try await recognizer.accept(samples)
        return try await recognizer.finish()
    }

    @Test("when it hangs in mid-turn, the grammar's result counts in time, and later turns do not wait for it")
    func hanging() async throws {
        let library = try WhisperDouble.library(in: helper.path, ["HANGS=(c->loud)"])
        let recognizer = TwoPassRecognizer(Doubtful(), try whisper(library, timeout: .seconds(1)))
        try await recognizer.configure(Self.vocabulary)
        let samples = try SynthesizedSpeech.samples("stop the timer")
        let first = try await turn(recognizer, samples)
        #expect(first.text == "stop the timer" && first.confidence == 0.5 && first.engine == "pocketsphinx")
        #expect(first.problem?.contains("whisper: libwhisper hangs") == true, "\(first.problem ?? "none")")
        let second = try await turn(recognizer, samples)
        #expect(second.text == "stop the timer")
        #expect(second.problem?.contains("restart this program") == true)
    }

    @Test("when it hangs while it gets its vocabulary, turns are heard by the grammar")
    func hangingAtStart() async throws {
        let library = try WhisperDouble.library(in: helper.path, ["HANGS=1"])
        let recognizer = TwoPassRecognizer(Doubtful(), try whisper(library, timeout: .seconds(1)))
        try await recognizer.configure(Self.vocabulary)
        let result = try await turn(recognizer, try SynthesizedSpeech.samples("stop the timer"))
        #expect(result.text == "stop the timer" && result.problem != nil, "\(result)")
    }

    /// A second engine that refuses every vocabulary.
    private struct Refusing: SpeechRecognizer {
        let engine = "whisper"

        func configure(_ vocabulary: Vocabulary) throws -> [VocabularyProblem] {
            throw TranscriptionError(.engine, "it has no memory left")
        }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() -> RecognitionResult { RecognitionResult(text: "never", confidence: 1, engine: engine) }
        func cancel() {}
    }

    @Test("when it refuses the vocabulary, turns are heard by the grammar, with the reason")
    func refusing() async throws {
        let recognizer = TwoPassRecognizer(Doubtful(), Refusing())
        try await recognizer.configure(Self.vocabulary)
        let result = try await turn(recognizer, [1, 2, 3])
        #expect(result.text == "stop the timer" && result.problem == "whisper: it has no memory left")
    }

    private func automatic(
        expectation: RecognitionEngine.SecondEngineExpectation = .none, isEnglish: Bool = true, hasFirst: Bool = true,
        _ second: () throws(WhisperError) -> any SpeechRecognizer
    ) throws(StageFailure) -> RecognizerChoice {
        try RecognitionEngine.automatic(
            isEnglish: isEnglish, expectation,
            first: { () throws(StageFailure) in
                guard hasFirst else { throw StageFailure(.unavailable, "its model is not installed") }
                return Doubtful()
            }, second: { (_) throws(WhisperError) in try second() })
    }

    @Test("a model that is cut short, of another kind or of a newer format leaves the grammar, and the status says why")
    func models() throws {
        let changes: [@Sendable (inout Data) -> Void] = [
            { $0.removeLast($0.count / 2) }, { $0 = Data("RIFF of another kind, and long enough".utf8) },
            { $0 = Data("GGUF".utf8) + $0.dropFirst(4) },
        ]
        for change in changes {
            let path = try WhisperDouble.model(in: helper.path, change: change)
            func second() throws(WhisperError) -> any SpeechRecognizer {
                _ = try WhisperModelFile(path)
                return Doubtful()
            }
            let choice = try automatic(second)
            #expect(choice.recognizer.engine == "pocketsphinx")
            #expect(choice.limitation?.hasPrefix("whisper is not used: \(path)") == true)
            // One that was asked for ends the program.
            let failure = #expect(throws: StageFailure.self) { try automatic(expectation: .named, second) }
            #expect(failure?.code == .configuration)
        }
    }

    @Test("a library of another version leaves the grammar, one that is not installed is no problem")
    func libraries() throws {
        let path = helper.path
        func older() throws(WhisperError) -> any SpeechRecognizer {
            do {
                _ = try WhisperDouble.library(in: path, ["VERSION=\"1.7.4\""])
            } catch {
                throw error as? WhisperError ?? WhisperError(.refused, "\(error)")
            }
            return Doubtful()
        }
        #expect(try automatic(older).limitation?.contains("1.7.4") == true)
        func missing() throws(WhisperError) -> any SpeechRecognizer {
            throw WhisperError(.libraryMissing, "it is not installed")
        }
        #expect(try automatic(missing).limitation == nil)
        // Where a variable names it, or a part of it is there, the user hears of it.
        #expect(try automatic(expectation: .expected, missing).limitation == "whisper is not used: it is not installed")
        let failure = #expect(throws: StageFailure.self) { try automatic(isEnglish: false, missing) }
        #expect(failure?.code == .unavailable)
    }

    @Test("without the model of the grammar's engine the other one hears everything, and the status says why")
    func alone() throws {
        let choice = try automatic(hasFirst: false) { () throws(WhisperError) in Refusing() }
        #expect(choice.recognizer.engine == "whisper")
        #expect(choice.limitation == "pocketsphinx is not used: its model is not installed")
        let failure = #expect(throws: StageFailure.self) {
            try automatic(hasFirst: false) { () throws(WhisperError) in throw WhisperError(.modelMissing, "none") }
        }
        #expect(failure?.reason == "its model is not installed")
    }

    @Test("Whisper is expected where a variable names it, or a part of it is among the models")
    func expectation() throws {
        let store = ModelStore(directory: helper.path)
        #expect(!WhisperModelFile.isExpected([:], store: store))
        #expect(!WhisperModelFile.isExpected(["WHISPER_MODEL": ""], store: store))
        #expect(WhisperModelFile.isExpected(["WHISPER_LIBRARY": "/nowhere.so"], store: store))
        let folder = "\(helper.path)/whisper-tiny.en"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = try #require(store.manifest.models.first { $0.name == "whisper-tiny.en" }?.files.first?.path)
        try Data("half a model".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        #expect(WhisperModelFile.isExpected([:], store: store))
        #expect(WhisperModelFile.path(in: folder) == "\(folder)/\(file)")
        // PocketSphinx' own files end like that, too.
        let sphinx = try FileManager.default.contentsOfDirectory(atPath: "/usr/share/pocketsphinx/model/en-us")
        #expect(sphinx.contains { $0.hasSuffix(".bin") })
        #expect(WhisperModelFile.path(in: "/usr/share/pocketsphinx/model/en-us") == nil)
        let error = #expect(throws: WhisperError.self) { try WhisperModelFile.find("tiny.en", store: store) }
        #expect(error?.code == .modelUnusable && error?.reason.contains("has 12 bytes instead of ") == true)
    }
}
