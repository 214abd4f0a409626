import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusTranscription

@Suite("Two engines, one result")
struct TwoPassTests {
    private static let automaton = GrammarCompiler.compile(
        Vocabulary(catalogs: [
            Catalog(
                app: "list",
                commands: [
                    .init(type: "Add", patterns: ["add @item:\(PhraseTemplate.textType) to the list"]),
                    .init(
                        type: "Timer",
                        patterns: ["set a timer for (seven|eleven|fifteen|fifty|twenty) minutes", "stop the timer"]),
                    .init(type: "Cancel", patterns: ["cancel the (fifty|fifteen) minute timer"]),
                    .init(type: "Cancel", patterns: ["cancel the (fifty|fifteen) minute timer"]),
                    .init(type: "Coffee", patterns: ["give me a twelve ounce coffee with milk"]),
                ], slotTypes: nil)
        ])
    ).automaton
    private let matcher = SentenceMatcher(Self.automaton)
    private var vote: TwoPassVote { TwoPassVote(matcher: matcher) }

    private func first(_ text: String, _ confidence: Double) -> RecognitionResult {
        RecognitionResult(
            text: text, confidence: confidence, empty: text.isEmpty ? .unrecognized : nil, engine: "pocketsphinx")
    }

    private func second(_ text: String, _ confidence: Double) -> RecognitionResult {
        RecognitionResult(text: text, confidence: confidence, engine: "whisper")
    }

    private func match(_ text: String) -> SentenceMatcher.Match? { matcher.nearMatch(Words.normalize(text)) }

    @Test("heard words lead to the closest sentence: digits, abbreviations, plurals, additional and similar words")
    func matches() {
        #expect(
            match("Give me a 12-ounce coffee with milk.")?.words.joined(separator: " ")
                == "give me a twelve ounce coffee with milk")
        #expect(
            match("Uh, give me a 12 ounces coffe with the milk")?.words.joined(separator: " ")
                == "give me a twelve ounce coffee with milk")
        #expect(match("stop the time")?.words == ["stop", "the", "timer"])
        #expect(match("set a timer for 7 minutes")?.cost == 0)
        #expect(match("Add a card for Dr. Hall to the list.")?.words.contains("doctor") == true)
    }

    @Test("a word of the grammar is not taken for another one that sounds alike, and strange sentences match nothing")
    func differences() {
        #expect(match("set a timer for seven minutes")?.words.contains("seven") == true)
        #expect(match("set a timer for eleven minutes")?.words.contains("eleven") == true)
        #expect(match("what is the weather in berlin today") == nil)
        #expect(match("thank you") == nil)
    }

    @Test(
        "two sentences in one breath are told from one, also where a word of one of them was misheard",
        arguments: [
            ("Stop the timer and set a timer for 7 minutes.", true),
            ("set a timer for seven minutes then stop the time", true),
            ("stop the timer set a timer for seven minutes", true), ("add milk to the list and stop the timer", true),
            ("stop the timer stop the timer", false), ("add milk and bread to the list", false),
            ("set a timer for seven minutes thank you so much", false), ("stop the timer for seven minutes", false),
        ])
    func twoSentences(_ text: String, areTwo: Bool) {
        #expect(matcher.areTwoSentences(Words.normalize(text)) == areTwo)
    }

    @Test("two commands that the second engine heard count as such, and neither of them is carried out")
    func twoCommands() {
        let both = "stop the timer and set a timer for seven minutes"
        let found = vote.decide(first("stop the timer", 0.7), second(both, 0.8))
        #expect(found.text == both && found.alternatives.allSatisfy { $0.confidence < 0.25 })
        #expect(vote.decide(first("stop the timer", 0.7), second(both, 0.5)).text == "stop the timer")
    }

    @Test("a negation that the second engine heard is not lost: the command is not carried out, or asked about")
    func negations() {
        for text in ["please do not stop the timer", "never stop the timer", "i did not say stop the timer"] {
            let found = vote.decide(first("stop the timer", 0.84), second(text, 0.8))
            #expect(found.text == text && found.alternatives.allSatisfy { $0.confidence < 0.25 })
            let asked = vote.decide(first("stop the timer", 0.84), second(text, 0.5))
            #expect(asked.text == "stop the timer" && asked.confidence == TwoPassVote.maximumDisputed)
        }
        #expect(match("please don't stop the timer") == nil && match("please stop the timer") != nil)
        #expect(!SentenceMatcher.losesNegation(of: ["don't", "disturb"], in: ["do", "not", "disturb"]))
    }

    @Test("a phrase that rejects nothing is no negation, unless the sentence has its verb")
    func neutralPhrases() {
        func isLost(_ heard: String, _ sentence: String) -> Bool {
            SentenceMatcher.losesNegation(
                of: heard.split(separator: " ").map(String.init), in: sentence.split(separator: " ").map(String.init))
        }
        #expect(!isLost("don't forget to stop the timer", "stop the timer"))
        #expect(!isLost("please do not forget to stop the timer", "stop the timer"))
        #expect(isLost("don't forget the timer", "forget the timer"))
        #expect(isLost("don't worry don't stop the timer", "stop the timer"))
    }

    @Test("a sentence of which a far surer second engine heard no word is refused")
    func madeUp() {
        let coffee = "give me a twelve ounce coffee with milk"
        let madeUp = vote.decide(first(coffee, 0.4), second("what a day", 0.9))
        #expect(madeUp.text == coffee && madeUp.confidence == TwoPassVote.maximumRefused)
        let lead = vote.decide(first(coffee, 0.4), second("what a day", 0.7))
        // The second engine heard no number either.
        let doubted = 0.4 * TwoPassVote.trustInDoubt * TwoPassVote.doubt
        #expect(abs(lead.confidence - doubted) < 1e-9)
        let shared = vote.decide(first(coffee, 0.4), second("what about a toffee for the oven", 0.9))
        #expect(abs(shared.confidence - doubted) < 1e-9)
    }

    @Test("a short command of which a sure second engine heard no word is refused, unless it answers a question")
    func shortMadeUp() {
        let madeUp = vote.decide(first("stop the timer", 0.8), second("what a day", 0.65))
        #expect(madeUp.text == "stop the timer" && madeUp.confidence == TwoPassVote.maximumRefused)
        let unsure = vote.decide(first("stop the timer", 0.7), second("what a day", 0.3))
        #expect(abs(unsure.confidence - 0.7 * TwoPassVote.shortDoubt) < 1e-9)
        let compounds = ["stoptimer", "a tim er"]
        for alike in ["the time", "stock the time", "what about the timer of the oven"] + compounds {
            let result = vote.decide(first("stop the timer", 0.4), second(alike, 0.9))
            #expect(result.confidence >= 0.4 * TwoPassVote.doubt - 1e-9, "\(alike)")
        }
        let answers = GrammarCompiler.compile(Vocabulary(catalogs: [], phrases: ["stop the timer"])).automaton
        let asked = TwoPassVote(matcher: matcher, answers: answers)
        let answer = asked.decide(first("stop the timer", 0.7), second("what a day", 0.65))
        #expect(abs(answer.confidence - 0.7 * TwoPassVote.doubt) < 1e-9)
        var noisy = vote
        noisy.noise = .some
        #expect(
            noisy.decide(first("stop the timer", 0.7), second("what a day", 0.65)).confidence
                > TwoPassVote.maximumRefused)
    }

    @Test("the text that does not win is an alternative, however many alternatives the winner has")
    func manyAlternatives() {
        var winner = first("set a timer for seven minutes", 0.8)
        winner.alternatives = (1...10).map {
            SpeechTranscript.Alternative(text: "alternative \($0)", confidence: 0.5 - Double($0) / 100)
        }
        let found = vote.decide(winner, second("stop the timer", 0.3))
        #expect(found.text == winner.text && found.alternatives.count == 10)
        #expect(found.alternatives.contains { $0.text == "stop the timer" && $0.engine == "whisper" })
        #expect(found.alternatives.map(\.confidence) == found.alternatives.map(\.confidence).sorted(by: >))
    }

    @Test("words of an open parameter stay as they were heard")
    func openWords() {
        let found = match("Add oat milk to the list.")
        #expect(found?.words.joined(separator: " ") == "add oat milk to the list" && found?.openWords == 2)
    }

    @Test("words that nobody said are not added to a free sentence to make it the value of a command")
    func freeSentences() {
        let need = Catalog(
            app: "list", commands: [.init(type: "Add", patterns: ["we need @item:\(PhraseTemplate.textType)"])])
        let matcher = SentenceMatcher(GrammarCompiler.compile(Vocabulary(catalogs: [need])).automaton)
        for text in ["could you read the first chapter of the book", "nobody knows", "the weather"] {
            #expect(matcher.nearMatch(Words.normalize(text)) == nil, "\(text)")
        }
        #expect(matcher.nearMatch(["we", "needs", "oat", "milk"])?.words == ["we", "need", "oat", "milk"])
    }

    @Test("a sure sentence without open words needs no second engine; silence needs none")
    func sureness() {
        #expect(!vote.needsSecond(first("stop the timer", 0.9)))
        #expect(vote.needsSecond(first("stop the timer", 0.3)))
        #expect(vote.needsSecond(first("add milk to the list", 0.97)))
        #expect(vote.needsSecond(first("", 0)))
        var silence = first("", 0)
        silence.empty = .silence
        #expect(!vote.needsSecond(silence))
    }

    @Test(
        "in noise the second engine hears all but very sure sentences, in loud noise all, and decides by its own confidence"
    )
    func noise() {
        var vote = vote
        vote.noise = .loud
        #expect(vote.needsSecond(first("stop the timer", 0.99)))
        vote.noise = .some
        #expect(vote.needsSecond(first("stop the timer", 0.9)) && !vote.needsSecond(first("stop the timer", 0.97)))
        vote.noise = .none
        vote.isEvenlyLoud = false
        #expect(vote.needsSecond(first("stop the timer", 0.97)))
        vote.noise = .some
        let seven = "set a timer for seven minutes"
        let eleven = "set a timer for eleven minutes"
        #expect(vote.decide(first(seven, 0.9), second(eleven, 0.7)).text == eleven)
        #expect(self.vote.decide(first(seven, 0.96), second(eleven, 0.97)).text == seven)
        #expect(self.vote.decide(first(seven, 0.9), second(eleven, 0.7)).text == eleven)
        let stays = vote.decide(first(seven, 0.9), second(eleven, 0.5))
        #expect(stays.text == seven && stays.confidence < 0.63 && stays.alternatives.first?.text == eleven)
        #expect(vote.decide(first(seven, 0.9), second(seven, 0.7)).confidence > 0.95)
    }

    @Test("numbers that sound alike are heard by both engines, however sure the first is, and the surer one decides")
    func soundAlike() {
        let fifty = "set a timer for fifty minutes"
        let fifteen = "set a timer for fifteen minutes"
        #expect(vote.needsSecond(first(fifty, 0.99)) && vote.needsSecond(first(fifteen, 0.99)))
        #expect(!vote.needsSecond(first("set a timer for twenty minutes", 0.96)))
        #expect(vote.needsSecond(first("set a timer for twenty minutes", 0.94)))
        #expect(vote.needsSecond(text: fifty, isWhole: true) && !vote.needsSecond(text: fifty, isWhole: false))
        for (confidence, text) in [(0.8, fifteen), (0.6, fifty)] {
            let disputed = vote.decide(first(fifty, 0.99), second(fifteen, confidence))
            #expect(disputed.text == text)
            // The user is asked, and not misunderstood.
            #expect(disputed.confidence < 0.5 && disputed.confidence > 0.3)
        }
        #expect(vote.decide(first(fifty, 0.9), second(fifty, 0.8)).confidence > 0.95)
        #expect(vote.needsSecond(first("give me the thirteenth", 0.99)))
        // The number is the same, so it is not in doubt.
        #expect(vote.decide(first(fifty, 0.99), second("cancel the fifty minute timer", 0.8)).text == fifty)
    }

    @Test("of open words the surer ones count, of refused turns the second engine's, and the other text is named")
    func openAndRefused() {
        let open = vote.decide(first("add mill to the list", 0.97), second("add milk to the list", 0.8))
        #expect(open.text == "add milk to the list" && open.engine == "whisper" && open.confidence == 0.8)
        #expect(open.alternatives == [.init(text: "add mill to the list", confidence: 0.4, engine: "pocketsphinx")])
        // Of open words that both heard, the surer ones count; the first engine is never sure of such.
        let unsure = vote.decide(first("add milk to the list", 0.97), second("add me out to the list", 0.15))
        #expect(unsure.text == "add milk to the list" && unsure.confidence == TwoPassVote.maximumUnconfirmed)
        let surer = vote.decide(first("add mill to the list", 0.97), second("add milk to the list", 0.3))
        #expect(surer.text == "add milk to the list" && surer.confidence == 0.3)
        let listed = vote.decide(first("add mill to the list", 0.97), second("stop the timer", 0.3))
        #expect(listed.text == "stop the timer")
        let refused = vote.decide(first("", 0), second("stop the timer", 0.7))
        #expect(refused.text == "stop the timer" && refused.empty == nil)
    }

    @Test("open words that the second engine did not hear are not sure")
    func unconfirmed() {
        let unheard = vote.decide(first("add mill to the list", 0.97), second("", 0))
        #expect(unheard.text == "add mill to the list" && unheard.confidence == TwoPassVote.maximumUnconfirmed)
    }

    @Test("engines that agree are surer than each of them")
    func agreement() {
        let both = vote.decide(first("stop the timer", 0.5), second("stop the timer", 0.6))
        #expect(both.text == "stop the timer" && both.confidence > 0.6 && both.confidence < 1)
    }

    @Test("words that are no sentence do not win over a sentence, and count only when they are sure")
    func freeWords() {
        #expect(vote.decide(first("stop the timer", 0.4), second("what a day", 0.9)).text == "stop the timer")
        #expect(vote.decide(first("", 0), second("what a day", 0.9)).text == "what a day")
        var refused = first("", 0)
        refused.alternatives = [.init(text: "stop the timer", confidence: 0.5)]
        // An alternative that the first engine refused is not acted on beside words that the second one heard.
        #expect(vote.decide(refused, second("what a day", 0.9)).alternatives.allSatisfy { $0.confidence < 0.25 })
        let unsure = vote.decide(first("", 0), second("what a day", 0.3))
        #expect(unsure.text.isEmpty && unsure.empty == .unrecognized && unsure.alternatives.first?.engine == "whisper")
    }

    /// An engine that hears one text, or fails.
    private actor FixedRecognizer: SpeechRecognizer {
        nonisolated let engine: String
        private let answer: Result<RecognitionResult, TranscriptionError>
        private let partials: [PartialResult]
        private(set) var finished = 0
        private(set) var anticipated = 0
        private(set) var withdrawn = 0
        private(set) var cancelled = 0
        private var accepted = 0

        init(
            _ answer: Result<RecognitionResult, TranscriptionError>, engine: String, partials: [PartialResult] = []
        ) {
            (self.answer, self.engine, self.partials) = (answer, engine, partials)
        }

        func configure(_ vocabulary: Vocabulary) -> [VocabularyProblem] { [] }
        func begin() {}
        func accept(_ samples: [Int16]) -> PartialResult? {
            accepted += 1
            return accepted <= partials.count ? partials[accepted - 1] : nil
        }
        func anticipateEnd() { anticipated += 1 }
        func withdrawEnd() { withdrawn += 1 }
        func finish() throws -> RecognitionResult {
            finished += 1
            return try answer.get()
        }
        func cancel() { cancelled += 1 }
    }

    @Test("when the second engine fails, the first one's result counts, with the reason")
    func failure() async throws {
        let hanging = FixedRecognizer(.failure(TranscriptionError(.timeout, "it hangs")), engine: "whisper")
        let recognizer = TwoPassRecognizer(
            FixedRecognizer(.success(first("stop the timer", 0.5)), engine: "pocketsphinx"), hanging)
        try await recognizer.configure(
            Vocabulary(catalogs: [Catalog(app: "t", commands: [.init(type: "S", patterns: ["stop the timer"])])]))
        try await recognizer.begin()
        _ = try await recognizer.accept([1, 2, 3])
        let result = try await recognizer.finish()
        #expect(result.text == "stop the timer" && result.problem?.contains("it hangs") == true)
        #expect(recognizer.engine == "pocketsphinx+whisper")
    }

    /// Half a second of loud sound, and as much softer sound.
    private static func sound(pause: Int16) -> [Int16] {
        let levels = [Int16](repeating: 8000, count: 8000) + [Int16](repeating: pause, count: 8000)
        return zip(levels, 0...).map { $1.isMultiple(of: 2) ? $0 : -$0 }
    }

    @Test(
        "the second engine begins in a pause in loud noise, or after a whole sentence with open words, and not otherwise",
        arguments: [
            (text: "stop the timer", pause: 300, isLoud: true, begins: true), ("stop the timer", 200, true, false),
            ("stop the", 300, true, false), ("stop the", 700, true, true), ("stop the", 700, false, false),
            ("stop the timer", 700, false, false),
            ("add milk to the list", 300, false, true),
        ])
    func pause(_ text: String, _ pause: Int, _ isLoud: Bool, _ begins: Bool) async throws {
        let other = FixedRecognizer(.success(second("", 0)), engine: "whisper")
        let partial = PartialResult(
            text: text, isComplete: text != "stop the", heardMs: 2000, wordsEndMs: 2000 - pause)
        let recognizer = TwoPassRecognizer(
            FixedRecognizer(.success(first("", 0)), engine: "pocketsphinx", partials: [partial]), other)
        let patterns = ["stop the timer", "add @item:\(PhraseTemplate.textType) to the list"]
        try await recognizer.configure(
            Vocabulary(catalogs: [Catalog(app: "t", commands: [.init(type: "S", patterns: patterns)])]))
        try await recognizer.begin()
        _ = try await recognizer.accept(Self.sound(pause: isLoud ? 2000 : 10))
        #expect(await other.anticipated == (begins ? 1 : 0))
    }

    @Test(
        "what the second engine began is given up when the words change or come later, and with a sure result",
        arguments: [
            // Ends of the words in the partial texts and the result, and what the second engine is told.
            (text: "add milk to the list", ends: [1000, 1020, 1030], begun: 1, withdrawn: 0),
            ("add milk to the list", [1000, 1100, 1100], 2, 1), ("add milk to the list", [1000, 1000, 1200], 1, 1),
            ("stop the timer", [1000, 1000, 1000], 1, 0),
        ])
    func change(_ text: String, _ ends: [Int], _ begun: Int, _ withdrawn: Int) async throws {
        let other = FixedRecognizer(.success(second("", 0)), engine: "whisper")
        let partials = ends.dropLast().map {
            PartialResult(text: "add milk to the list", isComplete: true, heardMs: $0 + 300, wordsEndMs: $0)
        }
        var result = first(text, 0.9)
        result.words = [.init(word: "list", startMs: 700, endMs: ends[2])]
        let recognizer = TwoPassRecognizer(
            FixedRecognizer(.success(result), engine: "pocketsphinx", partials: partials), other)
        let patterns = ["stop the timer", "add @item:\(PhraseTemplate.textType) to the list"]
        try await recognizer.configure(
            Vocabulary(catalogs: [Catalog(app: "t", commands: [.init(type: "S", patterns: patterns)])]))
        try await recognizer.begin()
        for _ in partials { _ = try await recognizer.accept(Self.sound(pause: 10)) }
        _ = try await recognizer.finish()
        #expect(await other.anticipated == begun)
        #expect(await other.withdrawn == withdrawn)
        let isSure = text == "stop the timer"
        #expect(await other.finished == (isSure ? 0 : 1))
        #expect(await other.cancelled == (isSure ? 1 : 0))
    }

    @Test("a sure result is not held up by the second engine")
    func speed() async throws {
        let other = FixedRecognizer(.success(second("stop the timer", 0.9)), engine: "whisper")
        let recognizer = TwoPassRecognizer(
            FixedRecognizer(.success(first("stop the timer", 0.95)), engine: "pocketsphinx"), other)
        try await recognizer.configure(
            Vocabulary(catalogs: [Catalog(app: "t", commands: [.init(type: "S", patterns: ["stop the timer"])])]))
        try await recognizer.begin()
        #expect(try await recognizer.finish().engine == "pocketsphinx")
        #expect(await other.finished == 0)
    }
}
