import SaybusMessages
import SaybusPatternMatching
import SaybusStatisticalMatching
import Testing

@testable import SaybusIntentRecognition

@Suite("Patterns first, then the statistical model")
struct EnsembleTests {
    private static let catalog = Catalog(
        app: "dex",
        commands: [
            .init(type: "Show", patterns: ["show me @pokemon:Pokemon", "who is @pokemon:Pokemon"]),
            .init(type: "Timer", patterns: ["set a timer for @minutes:Number minutes"]),
            .init(type: "Next", patterns: ["next song", "skip this song"]),
        ],
        slotTypes: [
            .init(
                name: "Pokemon",
                values: [
                    .init(value: "Pikachu"), .init(value: "Mew"), .init(value: "Bulbasaur", synonyms: ["plant one"]),
                ])
        ])

    private func recognize(_ text: String, statistics: StatisticalRecognizer? = nil) async -> IntentRecognition {
        let catalogs = [Self.catalog]
        return await EnsembleRecognizer(
            patterns: PatternRecognizer(catalogs: catalogs), repair: TranscriptRepair(catalogs: catalogs),
            statistics: statistics
        ).recognition(SpeechTranscript(text: text, engine: "test"))
    }

    @Test("a text that matches a pattern is found by the pattern, with its full confidence")
    func exact() async {
        let found = await recognize("next song")
        #expect(found.engine == "pattern")
        #expect(found.hypotheses.map(\.confidence) == [1])
    }

    @Test(
        "words that sound like known ones are corrected, whether split or joined, and hesitations are removed",
        arguments: [
            ("who is pick a chew", "Show", "Pikachu"), ("show me peek achoo", "Show", "Pikachu"),
            ("show me bulba sore", "Show", "Bulbasaur"),
            ("who um is uh pikachu", "Show", "Pikachu"), ("show me plantone", "Show", "Bulbasaur"),
        ])
    func repaired(_ text: String, _ type: String, _ value: String) async {
        let found = await recognize(text)
        #expect(found.engine == "pattern")
        #expect(found.hypotheses.first?.type == type, "\(text)")
        #expect(found.hypotheses.first?.parameters["pokemon"]?.value == .text(value))
        #expect(found.hypotheses.first.map { 0.5..<0.9 ~= $0.confidence } == true)
        #expect(found.hypotheses.first?.parameters["pokemon"]?.span == nil)
    }

    @Test("the command \"next\" is understood in all its misrecognized forms")
    func soundAlike() async {
        #expect(await recognize("necks song").hypotheses.map(\.type) == ["Next"])
    }

    @Test(
        "background speech is not understood, even with the statistical model", arguments: BackgroundSentences.sentences
    )
    func foreign(_ text: String) async throws {
        let found = await recognize(text, statistics: try Self.learnt.get())
        #expect(found.hypotheses.isEmpty, "\(text): \(found.hypotheses.map(\.type))")
    }

    @Test(
        "a paraphrase that no pattern matches is understood by the model trained from the patterns",
        arguments: [
            ("please set the timer for ten minutes", "Timer"), ("skip song", "Next"),
        ])
    func learnt(_ text: String, _ type: String) async throws {
        let found = await recognize(text, statistics: try Self.learnt.get())
        #expect(found.engine == "statistical")
        #expect(found.hypotheses.first?.type == type)
        #expect(found.hypotheses.first?.matcher == "statistical")
    }

    @Test(
        "very long, empty and odd texts are not understood",
        arguments: ["", " ", "\u{0}", "日本語", String(repeating: "play ", count: 10_000)])
    func unusualTexts(_ text: String) async throws {
        #expect(await recognize(text, statistics: try Self.learnt.get()).hypotheses.isEmpty)
    }

    @Test(
        "two commands in one breath are told from one, and the model does not take one of them for the whole",
        arguments: [
            ("next song and set a timer for ten minutes", true),
            ("set a timer for ten minutes and then set a timer for two minutes", true),
            ("who is mew set a timer for ten minutes", true), ("next song please next song", false),
            ("please set the timer for ten minutes", false), ("skip the song and be quiet", false),
        ])
    func twoCommands(_ text: String, areTwo: Bool) async throws {
        #expect(PatternRecognizer(catalogs: [Self.catalog]).areTwoCommands(text) == areTwo)
        // A model from samples judges any words.
        let intents = ["Next": "skip the song and be quiet", "Timer": "please set the timer for ten minutes"]
        let samples = intents.map { Sample(text: $1, intent: $0) } + [Sample(text: text, intent: "Next")]
        let model = StatisticalRecognizer(
            model: try StatisticalModel(samples), catalogs: [Self.catalog], requiresKnownWords: false)
        if areTwo { #expect(await recognize(text, statistics: model).hypotheses.isEmpty) }
    }

    @Test(
        "free text takes in no second command, but words that are joined",
        arguments: [
            ("add milk to the list and add bread to the list", true), ("we need milk and then add eggs", true),
            ("we need milk and set a timer for ten minutes", true), ("we need milk and bread", false),
            ("remind me to buy milk and set a timer for ten minutes", false),
            ("we need milk and a timer for ten minutes", false), ("add gin and tonic to the list", false),
        ])
    func freeText(_ text: String, takesTwo: Bool) async {
        var commands = Self.catalog.commands
        commands.append(
            Catalog.Command(
                type: "Add", patterns: ["add @item to the list", "add @item", "we need @item", "remind me to @item"]))
        commands.append(Catalog.Command(type: "Chat", patterns: ["@words"]))
        let recognizer = PatternRecognizer(catalogs: [Catalog(app: "test", commands: commands)])
        let found = await recognizer.recognize(SpeechTranscript(text: text, engine: "test")).map(\.type)
        #expect(recognizer.areTwoCommands(text) == takesTwo)
        // A pattern for any words takes both.
        #expect(found == (takesTwo ? ["Chat"] : ["Add", "Chat"]))
    }

    static let learnt = Result {
        let sampler = CatalogSampler(catalogs: [catalog], matcher: PatternMatcher([catalog]))
        return StatisticalRecognizer(
            model: try StatisticalModel(sampler.samples(seed: 1), values: sampler.values), catalogs: [catalog],
            requiresKnownWords: true)
    }
}

/// Speech that is not addressed to the assistant.
enum BackgroundSentences {
    static let sentences = [
        "the weather was nice yesterday", "blue sky", "my sister plays the piano", "a song of ice", "who is there",
        "show business is hard", "it took ten minutes to get there", "next to the church",
        "i am not sure about this one",
        "what a day", "the timer", "minutes", "song", "who", "for ten", "is it", "me",
        "this is the song my father sang",
        "set the table for the guests", "how long will that take", "she was next in line", "skip school", "new shoes",
    ]
}
