import SaybusBus
import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusTranscription

@Suite("Answers to open questions in the vocabulary")
struct QuestionPhrasesTests {
    private static let ids = (0...1000).map { MessageID(millisecondsSince1970: $0) }

    private func status(
        _ request: Int, _ state: VoiceRequestStatus.State = .presented, _ question: VoiceRequestStatus.Question
    ) -> VoiceRequestStatus {
        VoiceRequestStatus(request: Self.ids[request], state: state, question: question)
    }

    /// The dispatch stage that asks, in its first run.
    private func asker() throws -> ProgramRun { ProgramRun(try header("bar")) }

    private func header(_ instance: String, run: UInt32 = 1) throws -> Header {
        let source = try #require(Source(role: .dispatch, instance: instance))
        return Header(kind: StageStatus.kind, session: .default, source: source, run: run, sequence: 0)
    }

    /// The status of a dispatch stage in one of its runs.
    private func status(
        of instance: String = "bar", run: UInt32 = 1, state: StageStatus.State = .ready, uptimeMs: Int = 0
    ) throws -> Message<StageStatus> {
        Message(
            header: try header(instance, run: run),
            body: StageStatus(role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: uptimeMs))
    }

    /// Returns whether the phrases of the questions accept a sentence.
    private func accepts(_ questions: QuestionPhrases, _ sentence: String) -> Bool {
        let grammar = GrammarCompiler.compile(Vocabulary(phrases: questions.phrases))
        #expect(grammar.problems.isEmpty, "\(grammar.problems)")
        return grammar.automaton.accepts(sentence.split(separator: " ").map(String.init))
    }

    @Test("an option can be chosen by its label, an alias or its number")
    func select() throws {
        var questions = QuestionPhrases()
        let changed = try questions.apply(
            status(
                1, .presented,
                .init(
                    kind: "select", prompt: "Who?", options: ["Toby (the cook)", "Susan"], aliases: ["Susan": ["sue"]])),
            by: asker())
        #expect(changed)
        for sentence in ["toby the cook", "i'll take susan", "sue", "the second one", "number two", "the last one"] {
            #expect(accepts(questions, sentence), "\(sentence)")
        }
        for sentence in ["peter", "eighty", "the third one", "number a hundred nine"] {
            #expect(!accepts(questions, sentence), "\(sentence)")
        }
    }

    @Test(
        "each kind of question accepts its answers",
        arguments: [
            ("confirmation", "yes please", "forty two"), ("confirmation", "no", "peter"),
            ("number", "forty two", "yes"),
            ("pattern", "row five", "five"), ("string", "whatever it is", nil), ("custom", "whatever it is", nil),
        ])
    func kinds(_ kind: String, _ answer: String, _ other: String?) throws {
        var questions = QuestionPhrases()
        _ = try questions.apply(
            status(1, .listening, .init(kind: kind, prompt: "?", patterns: ["row @n:Number"])), by: asker())
        #expect(accepts(questions, answer))
        if let other { #expect(!accepts(questions, other)) }
    }

    @Test("yes and no are those of the language")
    func language() throws {
        var german = Language.english
        german.replies = ReplyVocabulary(yes: ["ja [bitte]"], no: ["nein"])
        var questions = QuestionPhrases(language: german)
        _ = try questions.apply(status(1, .presented, .init(kind: "confirmation", prompt: "?")), by: asker())
        for sentence in ["ja", "ja bitte", "nein"] { #expect(accepts(questions, sentence), "\(sentence)") }
        #expect(!accepts(questions, "yes"))
    }

    @Test("a finished question accepts no answers", arguments: VoiceRequestStatus.State.allCases)
    func finished(_ state: VoiceRequestStatus.State) throws {
        var questions = QuestionPhrases()
        let question = VoiceRequestStatus.Question(kind: "number", prompt: "How many?")
        _ = try questions.apply(status(1, .presented, question), by: asker())
        let changed = try questions.apply(status(1, state, question), by: asker())
        let isOpen = [.presented, .listening, .invalid].contains(state)
        #expect(questions.phrases.isEmpty == !isOpen && changed == !isOpen)
    }

    @Test("a second question of the same kind adds no phrases, and only the newest questions are kept")
    func bounded() throws {
        var questions = QuestionPhrases()
        for number in 1...(QuestionPhrases.maximumQuestions + 10) {
            _ = try questions.apply(
                status(number, .presented, .init(kind: "select", prompt: "?", options: ["option \(number)"])),
                by: asker())
        }
        #expect(questions.phrases.count == QuestionPhrases.maximumQuestions + 2)
        #expect(!questions.phrases.contains { $0.contains("option 10)") })
        var few = QuestionPhrases()
        let question = VoiceRequestStatus.Question(kind: "number", prompt: "How many?")
        let changes = try [
            few.apply(status(1, .presented, question), by: asker()),
            few.apply(status(2, .presented, question), by: asker()),
        ]
        #expect(changes == [true, false])
    }

    @Test("a question whose state changes beside another one changes no phrases: nothing is compiled again")
    func unchanged() throws {
        var questions = QuestionPhrases()
        let first = VoiceRequestStatus.Question(kind: "number", prompt: "How many?")
        let second = VoiceRequestStatus.Question(kind: "confirmation", prompt: "Sure?")
        let changes = try [
            questions.apply(status(1, .presented, first), by: asker()),
            questions.apply(status(2, .presented, second), by: asker()),
            questions.apply(status(1, .listening, first), by: asker()),
            questions.apply(status(1, .interpreted, first), by: asker()),
        ]
        #expect(changes == [true, true, false, true])
    }

    @Test(
        "a question of a dispatch stage that has ended or was started again accepts no answers",
        arguments: [(UInt32(1), StageStatus.State.stopped), (2, .ready)])
    func askerGone(_ run: UInt32, _ state: StageStatus.State) throws {
        var questions = QuestionPhrases()
        _ = try questions.apply(status(1, .presented, .init(kind: "number", prompt: "How many?")), by: asker())
        let changes = [
            questions.apply(try status(of: "foo", state: .stopped)),
            questions.apply(try status()),
            questions.apply(try status(run: run, state: state)),
        ]
        #expect(changes == [false, false, true] && questions.phrases.isEmpty)
    }

    @Test("an older dispatch stage of the same name that still drains leaves the question of the newer one alone")
    func olderRunDrains() throws {
        var questions = QuestionPhrases()
        _ = try questions.apply(status(1, .presented, .init(kind: "number", prompt: "How many?")), by: asker())
        let changes = [
            questions.apply(try status(run: 9, state: .draining, uptimeMs: 60_000)),
            questions.apply(try status(run: 9, state: .stopped, uptimeMs: 61_000)),
        ]
        #expect(changes == [false, false] && accepts(questions, "forty two"))
    }
}
