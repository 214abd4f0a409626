import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching
import Testing

@testable import SaybusIntentRecognition

@Suite("Training samples from patterns")
struct CatalogSamplerTests {
    private func samples(_ catalog: Catalog, seed: UInt64 = 1) -> [Sample] {
        CatalogSampler(catalogs: [catalog], matcher: PatternMatcher([catalog])).samples(seed: seed)
    }

    private let catalog = Catalog(
        app: "home",
        commands: [
            .init(type: "Light", patterns: ["turn @state:State the light", "light @state:State"]),
            .init(type: "Call", patterns: ["call @name", "broken @x:Nothing"]),
        ],
        slotTypes: [.init(name: "State", values: [.init(value: "On"), .init(value: "off", synonyms: ["out"])])])

    @Test("every sample is matched by the patterns, with the same command and the same values")
    func matched() {
        let matcher = PatternMatcher([catalog])
        let own = samples(catalog).filter { $0.intent != nil }
        #expect(Set(own.compactMap(\.intent)) == ["home/Light", "home/Call"])
        for sample in own {
            let match = matcher.match(sample.text).first
            #expect(match.map { "\($0.app)/\($0.type)" } == sample.intent)
            #expect(Set(sample.slots.map(\.name)) == match.map { Set($0.parameters.keys) })
        }
    }

    @Test("the seed determines the samples, and their number is limited")
    func bounded() {
        #expect(samples(catalog) == samples(catalog))
        let many = Catalog(
            app: "many", commands: (0..<5000).map { .init(type: "C\($0)", patterns: ["command \($0) @x:Number"]) })
        #expect(samples(many).count(where: { $0.intent != nil }) <= CatalogSampler.maximumSamples)
    }

    @Test("the samples contain background speech, except sentences that an app may mean")
    func background() {
        let weather = Catalog(app: "w", commands: [.init(type: "Sky", patterns: ["blue sky"])])
        let foreign = samples(weather).filter { $0.intent == nil }.map(\.text)
        #expect(foreign.count > 50)
        #expect(!foreign.contains("blue sky"))
        #expect(samples(catalog).contains { $0.text == "blue sky" })
    }

    @Test("patterns in groups, their rules and declared slots are sampled like plain ones")
    func groups() async throws {
        let catalog = Catalog(
            app: "home",
            commands: [
                .init(
                    type: "Dim", patterns: [], slots: [.init(name: "level", type: "Number")],
                    groups: [
                        .init(
                            patterns: ["<set> [the] (lamp|light)[s] to {level} [percent]"],
                            rules: ["set": "(set|dim|bring) [down]"])
                    ]),
                .init(type: "Door", patterns: ["(open|close) the @door:Door"]),
            ],
            slotTypes: [.init(name: "Door", values: [.init(value: "garage", spoken: ["(garage|big) door"])])])
        let own = samples(catalog).filter { $0.intent != nil }
        #expect(Set(own.compactMap(\.intent)) == ["home/Dim", "home/Door"])
        #expect(own.contains { $0.text.contains("lights") && $0.text.hasPrefix("bring") })
        #expect(own.contains { $0.text.contains("big door") })
        let shapes = CommandShape.all([catalog], intents: ["home/Dim"])
        let text = "dim the lamps to forty"
        let parameters = try #require(
            shapes["home/Dim"]?.parameters([.init(name: "level", range: 17..<22)], CharacterOffsets(text)))
        #expect(parameters["level"]?.value == .number(40) && parameters["level"]?.type == "Number")
        let vocabularyGuard = VocabularyGuard(catalogs: [catalog])
        #expect(vocabularyGuard.allows(text, [17..<22], as: "home/Dim"))
        for text in [
            "never dim the lamps to forty", "don't dim the lamps to forty", "should i dim the lamps to forty",
            "dim the lamps to forty tomorrow", "could you please dim the lamps to forty for me at seven",
            "do we need to dim the lamps to forty please", "could you please dim the lamps to forty and sing",
            "dim the lamps to minus forty",
            "dim the lamps to forty seconds", "dim the lamps to forty if it is dark",
        ] {
            let forty = try #require(Words.tokenize(text).first { $0.key == "forty" }).range
            #expect(!vocabularyGuard.allows(text, [forty], as: "home/Dim"), "\(text)")
        }
        #expect(vocabularyGuard.allows("could you dim the lamps now please", [], as: "home/Dim"))
        #expect(
            vocabularyGuard.allows("dim the lamps to forty degrees", [17..<22], as: "home/Dim"))
        #expect(!vocabularyGuard.allows("sing the anthem loudly now", [], as: "home/Dim"))
        #expect(
            TranscriptRepair(catalogs: [catalog]).candidates("brink down the lights to ten").contains {
                $0.text.hasPrefix("bring down")
            })
    }

    @Test("without patterns there are no samples")
    func nothing() { #expect(samples(Catalog(app: "a", commands: [])).isEmpty) }
}
