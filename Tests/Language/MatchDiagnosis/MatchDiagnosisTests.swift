import SaybusMessages
import SaybusPatternMatching
import Testing

@testable import SaybusMatchDiagnosis

@Suite("Why a text did not match")
struct MatchDiagnosisTests {
    private let home = Catalog(
        app: "home",
        commands: [
            .init(type: "LightOn", patterns: ["turn on the light", "lights on"]),
            .init(type: "Paint", patterns: ["paint the wall @color:Color"]),
            .init(
                type: "Timer", patterns: ["set a timer for {minutes} minutes"],
                slots: [.init(name: "minutes", type: "Number")]),
            .init(type: "Heat", patterns: ["heat to {5..30:degrees} degrees"]),
            .init(
                type: "Boil", patterns: [],
                groups: [.init(patterns: ["boil the water"], requires: ["room": .init(values: ["kitchen"])])]),
        ],
        slotTypes: [.init(name: "Color", values: [.init(value: "red"), .init(value: "green")])])

    private func nearest(_ text: String, in session: Session = .default) throws -> NearMiss {
        #expect(PatternMatcher([home]).match(text, context: session.facts).isEmpty)
        return try #require(MatchDiagnosis(text, [home], in: session).nearest.first)
    }

    @Test("a word that is missing, too much or misspelt is named")
    func words() throws {
        let missing = try nearest("turn on light")
        #expect(missing.type == "LightOn" && missing.reason == "\"the\" is missing" && missing.distance == 1)
        #expect(missing.parts.map(\.kind) == [.matched, .matched, .missing, .matched])
        #expect(try nearest("turn on the bright light").reason == "\"bright\" is not in the pattern")
        let other = try nearest("turn on the lihgts")
        #expect(other.reason == "\"lihgts\" stands where the pattern has \"light\"")
    }

    @Test("a value that its type does not have is named, with values that it has")
    func values() throws {
        let color = try nearest("paint the wall purple")
        #expect(color.type == "Paint")
        #expect(color.reason == "\"purple\" is no value of {color}: Color, such as red, green")
        #expect(try nearest("set a timer for minutes").reason.hasPrefix("{minutes} has no value: Number"))
        #expect(
            try nearest("heat to ninety degrees").reason
                == "\"ninety\" is no value of {degrees}: Number, such as 5 to 30")
        #expect(try nearest("set a timer for ten seconds").parts.contains { $0.kind == .value && $0.said == "ten" })
    }

    @Test("a phrase that calls the command off is named")
    func calledOff() throws {
        let cafe = Catalog(app: "cafe", commands: [.init(type: "Order", patterns: ["order @what"])])
        #expect(PatternMatcher([cafe]).match("order tea never mind").isEmpty)
        let found = try #require(MatchDiagnosis("order tea never mind", [cafe], in: .default).nearest.first)
        #expect(found.reason == "the words fit, but the end of \"tea never mind\" calls the command off")
    }

    @Test("when the words fit, the condition or the place in the conversation is named")
    func conditions() throws {
        let hall = try #require(Session(rawValue: "hall"))
        #expect(
            try nearest("boil the water", in: hall).reason
                == "the words fit, but the pattern requires the fact room to be kitchen")
        var scoped = home
        scoped.scopes = [.init(commands: ["LightOn"], sessions: [hall])]
        let absent = try #require(MatchDiagnosis("lights on", [scoped], in: .default).nearest.first)
        #expect(absent.distance == 0 && absent.reason.contains("cannot be said in default now"))
    }

    @Test("a pattern that has only a word in common with the text is not named, one whose words were all said is")
    func far() throws {
        let pizza = Catalog(
            app: "pizzeria",
            commands: [
                .init(type: "OrderPizza", patterns: ["order a pizza"]), .init(type: "Help", patterns: ["please help"]),
                .init(type: "List", patterns: ["list the commands"]),
            ])
        func types(_ text: String) -> [String] {
            MatchDiagnosis(text, [pizza], in: .default).nearest.map(\.type)
        }
        #expect(types("order the pizza please now") == ["OrderPizza"])
        #expect(types("pizza") == ["OrderPizza"])
        #expect(types("help me") == ["Help"])
        #expect(types("what is the weather going to be tomorrow") == [])
        var elsewhere = pizza
        elsewhere.scopes = [.init(commands: ["Help", "List"], sessions: [])]
        let near = MatchDiagnosis("help me", [elsewhere], in: .default).nearest
        #expect(near.isEmpty, "what cannot be said here is named only when nearly all words fit")
        #expect(MatchDiagnosis("please help now", [elsewhere], in: .default).nearest.map(\.type) == ["Help"])
    }

    @Test("a pattern of which only words that it can do without were said is not named")
    func optional() {
        let pizza = Catalog(
            app: "pizzeria",
            commands: [
                .init(type: "OrderPizza", patterns: ["order a pizza"]),
                .init(
                    type: "answer",
                    patterns: [
                        "[(i'd like|the|make it)] [(the|a)] (small|medium|large) [(please|i think)]",
                        "repeat [(that|the question)] [please]",
                    ]),
            ])
        func types(_ text: String) -> [String] {
            MatchDiagnosis(text, [pizza], in: .default).nearest.map(\.type)
        }
        #expect(types("order the pizza please now") == ["OrderPizza"])
        #expect(types("make it large now please") == ["answer"])
        #expect(types("repeat that question") == ["answer"])
    }

    @Test("commands that match are left out, each command is named once, and nonsense has no neighbour")
    func neighbours() {
        let all = MatchDiagnosis("turn the light on", [home], in: .default).nearest
        #expect(Set(all.map(\.type)).count == all.count)
        let rest = MatchDiagnosis(
            "lights on", [home], in: .default, except: [CommandName(app: "home", type: "LightOn")])
        #expect(!rest.nearest.contains { $0.type == "LightOn" })
        #expect(MatchDiagnosis("xyzzy plugh", [home], in: .default).nearest.isEmpty)
        #expect(MatchDiagnosis("", [home], in: .default).nearest.isEmpty)
        let long = String(repeating: "light ", count: 1000)
        #expect(MatchDiagnosis(long, [home], in: .default).nearest.isEmpty)
    }
}
