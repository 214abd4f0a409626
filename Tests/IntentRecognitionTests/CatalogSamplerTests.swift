import Messages
import PatternMatching
import StatisticalMatching
import Testing

@testable import IntentRecognition

@Suite("Samples of what patterns say")
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

    @Test("a seed determines them, and there are never too many")
    func bounded() {
        #expect(samples(catalog) == samples(catalog))
        let many = Catalog(
            app: "many", commands: (0..<5000).map { .init(type: "C\($0)", patterns: ["command \($0) @x:Number"]) })
        #expect(samples(many).count(where: { $0.intent != nil }) <= CatalogSampler.maximumSamples)
    }

    @Test("background speech is there, but not what an app may mean")
    func background() {
        let weather = Catalog(app: "w", commands: [.init(type: "Sky", patterns: ["blue sky"])])
        let foreign = samples(weather).filter { $0.intent == nil }.map(\.text)
        #expect(foreign.count > 50)
        #expect(!foreign.contains("blue sky"))
        #expect(samples(catalog).contains { $0.text == "blue sky" })
    }

    @Test("without patterns there is nothing to learn")
    func nothing() { #expect(samples(Catalog(app: "a", commands: [])).isEmpty) }
}
