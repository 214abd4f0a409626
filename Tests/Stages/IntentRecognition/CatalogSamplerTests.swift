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

    @Test("an app with very many patterns leaves the others their samples")
    func shared() {
        let many = Catalog(
            app: "a", commands: (0..<3000).map { .init(type: "C\($0)", patterns: ["command \($0) @x:Number"]) })
        let both = [many, catalog]
        let all = CatalogSampler(catalogs: both, matcher: PatternMatcher(both)).samples(seed: 1)
        #expect(
            all.count { $0.intent == "home/Light" } == samples(catalog, seed: 2).count { $0.intent == "home/Light" })
        #expect(all.contains { $0.intent == "a/C0" } && all.count { $0.intent != nil } <= CatalogSampler.maximumSamples)
        #expect(CatalogSampler.shares(of: [10, 3000, 50], total: 100) == [10, 45, 45])
        #expect(CatalogSampler.shares(of: [], total: 100).isEmpty)
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
            "dim the lamps to forty seconds", "dim the lamps to forty if it is dark", "dim the lamps to forty degrees",
            "dim the lamps slowly to forty", "dim the mood to forty",
        ] {
            let forty = try #require(Words.tokenize(text).first { $0.key == "forty" }).range
            #expect(!vocabularyGuard.allows(text, [forty], as: "home/Dim"), "\(text)")
        }
        #expect(vocabularyGuard.allows("could you dim the lamps now please", [], as: "home/Dim"))
        for text in [
            "would you mind dimming the lamps to forty", "please dim the lamp to forty right away",
            "lower the lamps to forty percent",
        ] {
            let forty = try #require(Words.tokenize(text).first { $0.key == "forty" }).range
            #expect(vocabularyGuard.allows(text, [forty], as: "home/Dim"), "\(text)")
        }
        #expect(!vocabularyGuard.allows("sing the anthem loudly now", [], as: "home/Dim"))
        #expect(
            TranscriptRepair(catalogs: [catalog]).candidates("brink down the lights to ten").contains {
                $0.text.hasPrefix("bring down")
            })
    }

    @Test("in another language than English all words of a pattern must be said, and no others")
    func otherLanguages() {
        let catalog = Catalog(
            app: "a", language: "de-DE",
            commands: [
                .init(type: "Off", patterns: ["(schalte|mach) die Heizung aus"]),
                .init(type: "Open", patterns: ["mach die Tür auf"]),
                .init(type: "All", patterns: ["lösche alle Wecker"]),
                .init(type: "Light", patterns: ["mach das Licht in der Küche an"]),
            ])
        let vocabularyGuard = VocabularyGuard(catalogs: [catalog])
        for (text, command) in [
            ("schalte die Heizung an", "Off"), ("mach die Heizung", "Off"), ("mach die Tür zu", "Open"),
            ("lösche den Wecker", "All"), ("ist das Licht in der Küche an", "Light"),
        ] { #expect(!vocabularyGuard.allows(text, [], as: "a/\(command)"), "\(text)") }
        for (text, command) in [
            ("die Heizung mach aus", "Off"), ("in der Küche mach das Licht an", "Light"),
        ] { #expect(vocabularyGuard.allows(text, [], as: "a/\(command)"), "\(text)") }
    }

    @Test("a value does not take in a negation with the command's word after it, but may be a title with one")
    func negatedValues() throws {
        let catalog = Catalog(
            app: "a",
            commands: [
                .init(type: "Add", patterns: ["we need @item", "add @item to the list"]),
                .init(type: "Play", patterns: ["play @song"]),
            ])
        let vocabularyGuard = VocabularyGuard(catalogs: [catalog])
        for (text, value, command, isAllowed) in [
            ("we do not need milk", "not need milk", "Add", false),
            ("we really don't need milk", "really don't need milk", "Add", false),
            ("please play never gonna give you up", "never gonna give you up", "Play", true),
        ] {
            let place = try #require(text.firstRange(of: value))
            let start = text.distance(from: text.startIndex, to: place.lowerBound)
            let allows = vocabularyGuard.allows(text, [start..<(start + value.count)], as: "a/\(command)")
            #expect(allows == isAllowed, "\(text)")
        }
    }

    @Test("words that no pattern of the command has are no paraphrase of it, but for the verb")
    func foreign() {
        let catalog = Catalog(
            app: "a",
            commands: [
                .init(type: "CancelAll", patterns: ["cancel all timers"]),
                .init(type: "Blinds", patterns: ["close the blinds [to @n:Number percent]"]),
                .init(type: "Clear", patterns: ["clear the list"]),
                .init(type: "Light", patterns: ["turn the kitchen light on"]),
                .init(type: "Bare", patterns: ["kitchen light on"]), .init(type: "Lock", patterns: ["lock the door"]),
                .init(type: "Down", patterns: ["turn the volume down"]), .init(type: "Call", patterns: ["call mum"]),
                .init(type: "Wake", patterns: ["wake me"]),
            ])
        let vocabularyGuard = VocabularyGuard(catalogs: [catalog])
        for (text, command) in [
            ("cancel all the alarms", "CancelAll"), ("cancel all reminders", "CancelAll"),
            ("close the blinds halfway", "Blinds"), ("close the blinds slowly", "Blinds"),
            ("clear the list of rules", "Clear"), ("turn the kitchen oven on", "Light"),
            ("cancel the timers", "CancelAll"), ("read the list", "Clear"), ("give me the list", "Clear"),
            ("bedroom light on", "Bare"), ("turn the kitchen light off", "Light"), ("unlock the door", "Lock"),
            ("turn up the volume", "Down"),
        ] { #expect(!vocabularyGuard.allows(text, [], as: "a/\(command)"), "\(text)") }
        for (text, command) in [
            ("please cancel all the timers", "CancelAll"), ("could you switch on the kitchen light", "Light"),
            ("you can clear my list now i think", "Clear"), ("let's switch on the kitchen light", "Light"),
            ("i want the kitchen light turned on", "Light"), ("would you mind calling mum", "Call"),
            ("please empty the list", "Clear"), ("wake me up please", "Wake"), ("shut the blinds", "Blinds"),
        ] { #expect(vocabularyGuard.allows(text, [], as: "a/\(command)"), "\(text)") }
    }

    @Test("the conditions, keywords and values of groups hold for the learnt model, too")
    func conditions() throws {
        let catalog = Catalog(
            app: "a",
            commands: [
                .init(
                    type: "Dim", patterns: [],
                    slots: [.init(name: "device", type: "Device")],
                    groups: [
                        .init(patterns: ["dim the {device}"], requires: ["kind": .init(values: ["light"])]),
                        .init(patterns: ["heat the {device}"], fixed: ["by": .number(5)], keywords: ["really"]),
                    ])
            ],
            slotTypes: [
                .init(
                    name: "Device",
                    values: [
                        .init(value: "lamp", context: ["kind": "light"]),
                        .init(value: "oven", context: ["kind": "heat"]),
                    ])
            ])
        let shapes = CommandShape.all([catalog], intents: ["a/Dim"])
        let shape = try #require(shapes["a/Dim"])
        func parameters(_ text: String) throws -> [String: Parameter]? {
            let device = try #require(Words.tokenize(text).first { ["lamp", "oven"].contains($0.key) }).range
            return shape.parameters([.init(name: "device", range: device)], CharacterOffsets(text))
        }
        #expect(try parameters("dim the lamp")?["device"]?.value == .text("lamp"))
        #expect(try parameters("dim the oven") == nil)
        #expect(try parameters("really heat the oven")?["by"]?.value == .number(5))
        let dim = try #require(try parameters("really dim the lamp"), "the words tell which group is meant")
        #expect(dim["by"] == nil && dim["device"]?.value == .text("lamp"))
        let room = Catalog(
            app: "a",
            commands: [
                .init(
                    type: "Lights", patterns: [],
                    groups: [.init(patterns: ["lights on"], requires: ["room": .init(slot: "place")])])
            ])
        let lights = CommandShape.all([room], intents: ["Lights"])["Lights"]
        let words = CharacterOffsets("lights on")
        #expect(lights?.parameters([], words) == nil)
        #expect(lights?.parameters([], words, facts: ["room": "hall"])?["place"]?.value == .text("hall"))
    }

    @Test("of two things with one name, a model takes none for the one that a command needs")
    func oneName() throws {
        let catalog = Catalog(
            app: "a",
            commands: [
                .init(
                    type: "Off", patterns: [],
                    groups: [.init(patterns: ["unlock {name}"], requires: ["domain": .init(values: ["lock"])])])
            ],
            slotTypes: [
                .init(
                    name: "name",
                    values: [
                        .init(value: "Garage", id: "lock.g", context: ["domain": "lock"]),
                        .init(value: "Garage", id: "light.g", context: ["domain": "light"]),
                        .init(value: "Shed", id: "lock.s", context: ["domain": "lock"]),
                    ])
            ])
        let shape = try #require(CommandShape.all([catalog], intents: ["Off"])["Off"])
        func name(_ text: String) throws -> Parameter? {
            let word = try #require(Words.tokenize(text).last).range
            return shape.parameters([.init(name: "name", range: word)], CharacterOffsets(text))?["name"]
        }
        #expect(try name("unlock shed")?.resolution?.id == "lock.s")
        #expect(try name("unlock garage") == nil)
    }

    @Test("without patterns there are no samples")
    func nothing() { #expect(samples(Catalog(app: "a", commands: [])).isEmpty) }
}
