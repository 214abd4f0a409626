import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching
import Testing

@testable import SaybusIntentRecognition

@Suite("Words that a model trained from patterns cannot judge")
struct VocabularyGuardTests {
    private static let catalog = Catalog(
        app: "music",
        commands: [
            .init(type: "Volume", patterns: ["[set the] volume [to] @level:Number", "turn (it|the music) (up|down)"]),
            .init(type: "Light", patterns: ["turn on the kitchen light"]),
            .init(type: "Skip", patterns: ["skip this song", "skip @count:Number songs"]),
        ])

    private func allows(_ text: String, _ parameters: Set<String>, as command: String) -> Bool {
        let values = Words.tokenize(text).filter { $0.key == "five" }.map(\.range)
        return VocabularyGuard(catalogs: [Self.catalog]).allows(text, values, with: parameters, as: "music/\(command)")
    }

    @Test(
        "a pattern whose parameters are missing is not meant, although another one of the command needs none",
        arguments: [
            ("volume", [], false), ("set the volume", [], false), ("the volume please", [], false),
            ("please set my volume to five", ["level"], true), ("turn the music up please", [], true),
        ] as [(String, Set<String>, Bool)])
    func missing(text: String, parameters: Set<String>, isAllowed: Bool) {
        #expect(allows(text, parameters, as: "Volume") == isAllowed)
    }

    @Test(
        "the second part of a verb is not left out for another one",
        arguments: [
            ("turn it on", false), ("turn the music off", false), ("turn the music on please", false),
            ("turn up the music", true),
        ])
    func particles(text: String, isAllowed: Bool) {
        #expect(allows(text, [], as: "Volume") == isAllowed)
    }

    @Test(
        "what somebody has done is no command",
        arguments: [
            ("i turned on the kitchen light", "Light", false), ("we turned the kitchen light on", "Light", false),
            ("you skipped this song", "Skip", false), ("i want the kitchen light turned on", "Light", true),
            ("i want you to turn on the kitchen light", "Light", true), ("i need to skip this song", "Skip", true),
        ])
    func told(text: String, command: String, isAllowed: Bool) {
        #expect(allows(text, [], as: command) == isAllowed)
    }

    @Test(
        "a past form within a command, or in a polite one, tells nothing",
        arguments: [
            ("play the songs i liked", "Play"), ("please play the songs that i liked", "Play"),
            ("i wanted a coffee", "Order"),
        ])
    func notTold(text: String, command: String) {
        let catalog = Catalog(
            app: "bar",
            commands: [
                .init(type: "Play", patterns: ["play the songs i like"]),
                .init(type: "Order", patterns: ["i want a coffee"]),
            ])
        #expect(VocabularyGuard(catalogs: [catalog]).allows(text, [], as: "bar/\(command)"))
    }

    @Test("an ensemble does not carry out the half of a command")
    func half() async throws {
        let sampler = CatalogSampler(catalogs: [Self.catalog], matcher: PatternMatcher([Self.catalog]))
        let statistics = StatisticalRecognizer(
            model: try StatisticalModel(sampler.samples(seed: 1), values: sampler.values), catalogs: [Self.catalog],
            requiresKnownWords: true)
        for text in ["set the volume", "volume", "turn it on", "i turned on the kitchen light"] {
            let found = await statistics.recognize(SpeechTranscript(text: text, engine: "test"))
            #expect(found.isEmpty, "\(text): \(found.map(\.type))")
        }
    }
}
