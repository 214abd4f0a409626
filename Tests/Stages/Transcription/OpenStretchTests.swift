import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusTranscription

@Suite("The stretch of an open parameter")
struct OpenStretchTests {
    private static let vocabulary = Vocabulary(catalogs: [
        Catalog(
            app: "list",
            commands: [
                .init(type: "Add", patterns: ["add @item:\(PhraseTemplate.textType) to the list"]),
                .init(type: "Play", patterns: ["play @song:\(PhraseTemplate.textType)"]),
                .init(type: "Stop", patterns: ["stop the timer"]),
            ], slotTypes: nil)
    ])
    private static let automaton = GrammarCompiler.compile(vocabulary).automaton

    /// A result of the first engine, each of whose words takes half a second.
    private static func first(_ text: String, _ confidence: Double = 0.4) -> RecognitionResult {
        let words = text.split(separator: " ").enumerated().map { index, word in
            SpeechTranscript.Word(word: String(word), startMs: index * 500, endMs: index * 500 + 500)
        }
        return RecognitionResult(text: text, confidence: confidence, words: words, engine: "pocketsphinx")
    }

    private static func second(_ text: String, _ confidence: Double) -> RecognitionResult {
        RecognitionResult(
            text: text, confidence: confidence, empty: text.isEmpty ? .unrecognized : nil, engine: "whisper")
    }

    private func stretch(_ result: RecognitionResult, seconds: Int = 3) -> OpenStretch? {
        OpenStretch(result, of: Self.automaton, sampleCount: seconds * TurnBuffer.rate)
    }

    @Test("it reaches from the listed word before the open ones to the one after them, with a margin")
    func place() {
        let found = stretch(Self.first("add rope to the list"))
        #expect(found?.samples == 0..<27_200 && found?.before == [] && found?.after == ["the", "list"])
        #expect(stretch(Self.first("add rope to the list"), seconds: 1)?.samples.upperBound == TurnBuffer.rate)
        let longer = stretch(Self.first("ask list to add rope to the list"), seconds: 9)
        #expect(longer?.samples.lowerBound == 20_800 && longer?.before == ["ask", "list", "to"])
    }

    @Test("there is none without open words, without times, and where it would be the whole turn")
    func none() {
        var untimed = Self.first("add rope to the list")
        untimed.words = []
        #expect(stretch(Self.first("stop the timer")) == nil && stretch(untimed) == nil)
        #expect(stretch(Self.first("play rope")) == nil && stretch(Self.first("what a day")) == nil)
    }

    @Test("words that can be listed and open are listed")
    func fewest() {
        #expect(Self.automaton.openWords(in: ["add", "to", "to", "the", "list"]) == 1..<2)
        #expect(Self.automaton.openWords(in: ["add", "oat", "milk", "to", "the", "list"]) == 1..<3)
    }

    /// A second engine that hears one result in the whole turn and another one in less sound.
    private actor SecondEngine: SpeechRecognizer {
        nonisolated let engine = "whisper"
        private let whole: RecognitionResult
        private let part: Result<RecognitionResult, TranscriptionError>
        private let wholeCount: Int
        private(set) var heard: [Int] = []
        private var count = 0

        init(
            _ whole: RecognitionResult, of count: Int, part: Result<RecognitionResult, TranscriptionError>
        ) {
            (self.whole, self.part, wholeCount) = (whole, part, count)
        }

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() { count = 0 }
        func accept(_ samples: [Int16]) -> PartialResult? {
            count += samples.count
            return nil
        }
        func finish() throws -> RecognitionResult {
            heard.append(count)
            return try count == wholeCount ? whole : part.get()
        }
        func cancel() {}
    }

    /// A first engine with a fixed result.
    private struct FirstEngine: SpeechRecognizer {
        let engine = "pocketsphinx"
        let result: RecognitionResult

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? { nil }
        func finish() -> RecognitionResult { result }
        func cancel() {}
    }

    private static let samples = [Int16](repeating: 100, count: 3 * TurnBuffer.rate)

    /// Returns the result of a turn, and the samples that the second engine heard in each of its hearings.
    private func turn(
        _ whole: RecognitionResult, part: Result<RecognitionResult, TranscriptionError>
    ) async throws -> (RecognitionResult, [Int]) {
        let second = SecondEngine(whole, of: Self.samples.count, part: part)
        let recognizer = TwoPassRecognizer(FirstEngine(result: Self.first("add rope to the list")), second)
        try await recognizer.configure(Self.vocabulary)
        try await recognizer.begin()
        _ = try await recognizer.accept(Self.samples)
        return (try await recognizer.finish(), await second.heard)
    }

    @Test("what the second engine hears in it replaces the made-up words, with the listed words around it")
    func completes() async throws {
        let (result, heard) = try await turn(
            Self.second("at soap toothless", 0.2), part: .success(Self.second("add soap to", 0.7)))
        #expect(result.text == "add soap to the list" && result.engine == "whisper" && result.confidence == 0.7)
        #expect(heard == [48_000, 27_200])
        let others = result.alternatives.map { "\($0.engine ?? ""): \($0.text)" }
        #expect(Set(others) == ["pocketsphinx: add rope to the list", "whisper: at soap toothless"])
    }

    @Test("the surer one of the second engine's two results counts, and it is not asked twice when it is sure")
    func surer() async throws {
        let (result, _) = try await turn(
            Self.second("add soup to the list", 0.6), part: .success(Self.second("add soap to", 0.5)))
        #expect(result.text == "add soup to the list" && result.confidence == 0.6)
        let (_, heard) = try await turn(
            Self.second("add soup to the list", 0.9), part: .success(Self.second("add soap to", 1)))
        #expect(heard == [48_000])
    }

    @Test("words in it that make no sentence, silence and a failure leave the result of the whole turn")
    func useless() async throws {
        let whole = Self.second("add soup to the list", 0.6)
        let failure = TranscriptionError(.timeout, "it hangs")
        let parts: [Result<RecognitionResult, TranscriptionError>] = [
            .success(Self.second("thank you", 0.9)), .success(Self.second("", 0)), .failure(failure),
        ]
        for part in parts {
            let (result, heard) = try await turn(whole, part: part)
            #expect(result.text == "add soup to the list" && result.confidence == 0.6 && heard.count == 2)
            #expect(result.problem == nil)
        }
    }
}
