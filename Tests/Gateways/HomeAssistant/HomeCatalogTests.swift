import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import SaybusTesting
import Testing

@testable import SaybusHomeAssistant

@Suite("The catalog of a home")
struct HomeCatalogTests {
    /// Sentences that need a floor, an area or a name: as a word, in a part, in a rule, in a rule of a rule.
    private static let sentences = """
        {"language": "en", "lists": {"level": {"range": {"from": 0, "to": 100}}},
         "expansion_rules": {
          "the": "[the]", "floor": "<the> {floor} [floor]", "area": "<the> {area}", "here": "here",
          "place": "[in|on] (<area>|<floor>)", "upstairs": "[on <floor>]", "spot": "at <here>"},
         "intents": {
          "Dim": {"data": [
           {"sentences": ["dim <the> {name} [<place>] to {level} [%]", "dim lights <upstairs> now"]},
           {"sentences": ["dim everything on <floor>", "dim (all;<place>) now"]},
           {"sentences": ["dim [on {floor}] (telly:television|batter(y|ies)) {0..10,5:count} times to {level:@any}"]},
           {"sentences": ["dim <spot>"], "expansion_rules": {"here": "(here|<floor>)"}}]},
          "Clean": {"data": [{"sentences": ["clean <floor>"]}]}}}
        """

    private static let areas: [Home.Place] = [.init(id: "kitchen", names: ["Kitchen"])]
    private static let lamp = Home.Entity(id: "light.a", names: ["Lamp"], area: "kitchen", state: "on", attributes: [:])

    private let model: HomeAssistantModel

    init() throws {
        let folder = try TemporaryFolder()
        model = try HomeAssistantModel(contentsOf: folder.write("en.json", Self.sentences))
    }

    private func catalog(_ home: Home) -> Catalog {
        HomeCatalog.catalog(app: "home-assistant", model, home, asksForUnknown: false)
    }

    @Test("the sentences of a home that has everything stay as they are")
    func complete() {
        var home = Home()
        (home.areas, home.entities) = (Self.areas, [Self.lamp])
        home.floors = [.init(id: "ground", names: ["Ground"])]
        let catalog = self.catalog(home)
        #expect(catalog.commands == model.commands && catalog.rules == model.rules)
        let matcher = PatternMatcher([catalog])
        #expect(matcher.problems.isEmpty, "\(matcher.problems)")
        #expect(matcher.match("dim lights on the ground floor now").map(\.type) == ["Dim"])
        #expect(matcher.match("dim at ground").map(\.type) == ["Dim"])
        #expect(matcher.match("clean the ground floor").map(\.type) == ["Clean"])
    }

    @Test("without floors, what needs one is left out quietly, and the rest is understood", arguments: [[], ["!"]])
    func noFloors(names: [String]) {
        var home = Home()
        (home.areas, home.entities) = (Self.areas, [Self.lamp])
        // A name without words cannot be said.
        home.floors = names.map { .init(id: $0, names: [$0]) }
        let catalog = self.catalog(home)
        #expect(catalog.commands.map(\.type) == ["Dim"])
        let matcher = PatternMatcher([catalog])
        #expect(matcher.problems.isEmpty, "\(matcher.problems)")
        for sentence in [
            "dim the lamp in the kitchen to 20", "dim lights now", "dim kitchen all now", "dim all in the kitchen now",
            "dim batteries 5 times to 20", "dim telly 10 times to 20", "dim at here",
        ] {
            #expect(matcher.match(sentence).map(\.type) == ["Dim"], "\(sentence)")
        }
        let count = matcher.match("dim batteries 5 times to 20").first?.parameters["count"]
        #expect(count?.value == .number(5))
    }

    @Test("an empty home has no problem, and understands what needs nothing of it")
    func nothing() {
        let matcher = PatternMatcher([catalog(Home())])
        #expect(matcher.problems.isEmpty, "\(matcher.problems)")
        for sentence in ["dim lights now", "dim battery 5 times to 1", "dim at here"] {
            #expect(matcher.match(sentence).map(\.type) == ["Dim"], "\(sentence)")
        }
        #expect(matcher.match("dim the lamp to 20").isEmpty)
    }

    @Test(
        "timers and sentences of whose room Home Assistant would not know are left out, but not delayed commands"
    )
    func refused() throws {
        let sentences = """
            {"language": "en", "lists": {"hours": {"range": {"from": 1, "to": 9}}, "command": {"wildcard": true}},
             "intents": {
              "HassStartTimer": {"data": [
               {"sentences": ["set a timer for {hours} hours"]},
               {"sentences": ["{command:conversation_command} in {hours} hours"]}]},
              "HassCancelTimer": {"data": [{"sentences": ["cancel the timer"]}]},
              "HassMediaSearchAndPlay": {"data": [
               {"sentences": ["play something"], "requires_context": {"area": {"slot": true}}},
               {"sentences": ["play it in the {area}"]}]},
              "HassMediaPause": {"data": [{"sentences": ["pause"], "requires_context": {"area": {"slot": true}}}]}}}
            """
        let folder = try TemporaryFolder()
        let model = try HomeAssistantModel(contentsOf: folder.write("en.json", sentences))
        var home = Home()
        home.areas = [.init(id: "kuche", names: ["K\u{FC}che"]), .init(id: "wohn_zimmer", names: ["Living Room"])]
        let matcher = PatternMatcher([
            HomeCatalog.catalog(app: "home-assistant", model, home, asksForUnknown: false)
        ])
        func types(_ text: String, in room: String) -> [String] {
            matcher.match(text, context: Session(rawValue: room)?.facts ?? [:]).map(\.type)
        }
        #expect(types("set a timer for 2 hours", in: "kuche").isEmpty)
        #expect(types("cancel the timer", in: "kuche").isEmpty)
        #expect(types("open the gate in 2 hours", in: "kuche") == ["HassStartTimer"])
        #expect(types("play something", in: "kuche").isEmpty)
        #expect(types("play it in the living room", in: "kuche") == ["HassMediaSearchAndPlay"])
        // A conversation has the name of an area in any case, and without its umlauts.
        for room in ["kuche", "Kuche", "Kueche", "kueche", "Wohn-Zimmer", "living_room", "Living-Room", "Living-room"] {
            #expect(types("pause", in: room) == ["HassMediaPause"], "\(room)")
        }
        #expect(types("pause", in: "attic").isEmpty)
    }
}
