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

    private func corrected(_ text: String, _ catalog: Catalog) async -> [SpeechIntent.Hypothesis] {
        await EnsembleRecognizer(
            patterns: PatternRecognizer(catalogs: [catalog]), repair: TranscriptRepair(catalogs: [catalog]),
            statistics: nil
        ).recognize(SpeechTranscript(text: text, engine: "test"))
    }

    @Test(
        "digits, words in another alphabet, and words that change the meaning are not lost in a correction",
        arguments: [
            "transfer 1 00 euros", "dim to 1 00 percent", "unlock the door 42", "unlock the 7 door",
            "не unlock the door", "unlock the door 不要", "why unlock the door", "unlock the door why",
        ])
    func lostWords(_ text: String) async {
        let catalog = Catalog(
            app: "home",
            commands: [
                .init(type: "Transfer", patterns: ["transfer @n:Number euros"]),
                .init(type: "Dim", patterns: ["dim to @n:Number percent"]),
                .init(type: "Unlock", patterns: ["unlock the door"]),
            ])
        #expect(await corrected(text, catalog).isEmpty)
        #expect(await corrected("unlok the dore", catalog).map(\.type) == ["Unlock"])
    }

    @Test(
        "no amount or time gets a number word that nobody said, where patterns have one",
        arguments: [
            "transfer two hundred on friday", "transfer 200 on friday", "transfer on friday", "transfer own friday",
            "a room for six on monday", "a table for six on monday at nine", "wake me at on",
        ])
    func unsaidNumbers(_ text: String) async {
        let catalog = Catalog(
            app: "bank",
            commands: [
                .init(type: "Transfer", patterns: ["transfer @n:Number [@day:Date]"]),
                .init(type: "Room", patterns: ["a room for @n:Number @day:Date"]),
                .init(type: "Table", patterns: ["a table for @n:Number @day:Date at @time:Time"]),
                .init(type: "Wake", patterns: ["wake me at @time:Time"]),
                .init(type: "First", patterns: ["take the (first|second|forty) one"]),
            ])
        let amounts = await corrected(text, catalog).map { $0.parameters["n"]?.value }
        let said: [Parameter.Value?] = [.number(200), .number(6)]
        for amount in amounts { #expect(said.contains(amount), "\(text)") }
        #expect(await corrected("take the secund one", catalog).map(\.type) == ["First"])
    }

    @Test("a value with a number word is corrected as others are")
    func numberedValues() async throws {
        let channels = Catalog.SlotType(
            name: "Channel", values: [.init(value: "BBC One"), .init(value: "Channel Four")])
        let catalog = Catalog(
            app: "tv", commands: [.init(type: "Watch", patterns: ["watch @channel:Channel"])], slotTypes: [channels])
        let found = try #require(await corrected("watch chanel for", catalog).first)
        #expect(found.parameters["channel"]?.value == .text("Channel Four"))
    }

    @Test(
        "a single word of two sounds with other vowels than a command's is asked about, and a hesitation is none",
        arguments: [("ham", "Home"), ("book", "Back"), ("plea", "Play"), ("pose", "Pause")])
    func singleWords(_ text: String, _ type: String) async throws {
        let words = ["Home": "home", "Back": "back", "Play": "play", "Pause": "pause"]
        let catalog = Catalog(
            app: "standard", commands: words.map { Catalog.Command(type: $0.key, patterns: [$0.value]) })
        let asked = try #require(await corrected(text, catalog).first)
        #expect(asked.type == type && asked.confidence < 0.5)
        for hesitation in ["hm", "Hm.", "hmm", "mhm"] { #expect(await corrected(hesitation, catalog).isEmpty) }
        let hesitant = try #require(await corrected("hm play", catalog).first)
        #expect(hesitant.type == "Play" && hesitant.confidence >= 0.5)
    }

    @Test(
        "words of other languages are not taken for others that would sound alike in English",
        arguments: ["öffne Tür", "öffne Teer", "öffne Tor 2", "schalte strom ob", "schalte strom 2 ab"])
    func otherLanguages(_ text: String) async {
        let doors = Catalog.SlotType(name: "Ding", values: [.init(value: "Tor"), .init(value: "Rollo")])
        let catalog = Catalog(
            app: "home", language: "de-DE",
            commands: [
                .init(type: "Open", patterns: ["öffne @d:Ding"]), .init(type: "Off", patterns: ["schalte strom ab"]),
            ], slotTypes: [doors])
        #expect(await corrected(text, catalog).isEmpty)
        let values = SpokenValues(doors, isEnglish: false)
        #expect(values.entry("Teer") == nil && values.entry("Tor 2") == nil)
        #expect(values.entry("tor")?.value == .text("Tor"))
    }

    @Test("a value of two sounds in the place of a word with other vowels is asked about, and no model is sure of it")
    func doubtfulValues() async throws {
        let rooms = Catalog.SlotType(name: "Room", values: [.init(value: "bed"), .init(value: "kitchen")])
        let catalog = Catalog(
            app: "home", commands: [.init(type: "Light", patterns: ["light in the @room:Room"])], slotTypes: [rooms])
        let asked = try #require(await corrected("light in the bad", catalog).first)
        #expect(asked.parameters["room"]?.value == .text("bed") && asked.confidence < 0.5)
        for text in ["light in the bedd", "light in the kitchin"] {
            let found = try #require(await corrected(text, catalog).first)
            #expect(found.confidence >= 0.5, "\(text)")
        }
        let values = SpokenValues(rooms, isEnglish: true)
        #expect(values.entry("bad") == nil && values.entry("bed 2") == nil && values.entry("kitchen why") == nil)
        #expect(values.entry("kitchin")?.value == .text("kitchen"))
    }

    @Test("values that a model has found are those that a pattern would give: numbers, and what words are mapped to")
    func meanings() {
        let speeds = SpokenValues(
            Catalog.SlotType(name: "Speed", values: [.init(value: "fast", number: 3)]), isEnglish: true)
        #expect(speeds.entry("fast")?.value == .number(3))
        let screens = SpokenValues(
            Catalog.SlotType(
                name: "Screen", values: [.init(value: "screen", id: "s", spoken: ["monitor", "(telly:television)"])]),
            isEnglish: true)
        #expect(screens.entry("monitor")?.value == .text("screen"))
        #expect(screens.entry("telly") == .init(value: .text("television"), id: "s"))
        let names = SpokenValues(
            Catalog.SlotType(
                name: "name",
                values: [.init(value: "Garage", id: "lock.g"), .init(value: "garage", id: "light.g")]),
            isEnglish: true)
        #expect(names.entry("garage") == .init(value: .text("Garage"), id: nil))
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

    @Test(
        "free text takes in no second command with free text of its own either",
        arguments: [
            ("turn on the kitchen light and turn off the hall", true), ("turn on the salt and pepper lamp", false),
            ("turn on the lamp and off you go", false),
        ])
    func secondFreeText(_ text: String, takesTwo: Bool) async {
        let commands = ["on", "off"].map { Catalog.Command(type: $0, patterns: ["turn \($0) the @room"]) }
        let recognizer = PatternRecognizer(catalogs: [Catalog(app: "test", commands: commands)])
        let found = await recognizer.recognize(SpeechTranscript(text: text, engine: "test")).map(\.type)
        #expect(found == (takesTwo ? [] : ["on"]))
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
