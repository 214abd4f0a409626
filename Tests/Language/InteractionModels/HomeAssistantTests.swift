import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusPatternMatching
import Testing

@Suite struct HomeAssistantModelTests {
    private static let files = [
        "sentences/en/_common.yaml": """
        language: en
        lists:
          level:
            range: {from: 0, to: 100}
          extreme:
            values:
              - in: (full|most)
                out: 100
          note:
            wildcard: true
          where:
            wildcard: true
        expansion_rules:
          the: (the|my)
          name: "[<the>] {name}"
        skip_words:
          - kindly
        """,
        "sentences/en/lamp_Dim.yaml": """
        language: en
        intents:
          Dim:
            data:
              - sentences:
                  - dim <name> to ({level}|{extreme:level}) [%]
                slots:
                  domain: light
                requires_context:
                  domain: light
              - sentences: ["dim <here>"]
                expansion_rules:
                  here: "[in] here"
                requires_context:
                  area:
                    slot: true
          Note:
            data:
              - sentences: ["note [that] {note}"]
                required_keywords: [note]
          WhereIs:
            data:
              - sentences: ["who is [in] [the] {where:place}"]
                excludes_context:
                  mode: [quiet]
        """,
        "tests/en/_fixtures.yaml": """
        areas:
          - name: Hall
            id: hall
        entities:
          - name: "Tall Lamp[s]"
            id: light.tall
            attributes:
              brightness: 5
          - name: Gate
            id: cover.gate
        """,
        "tests/en/lamp_Dim.yaml": """
        tests:
          - sentences: [dim the tall lamps to 20%, "dim tall lamps to twenty"]
            intent:
              name: Dim
              slots:
                name: [Tall Lamps, Tall Lamp]
                level: 20
                domain: light
          - sentences: ["dim my tall lamp kindly to full"]
            intent:
              name: Dim
              slots: {name: Tall Lamp, level: 100, domain: light}
          - sentences: [dim in here]
            intent:
              name: Dim
              slots: {area: Hall}
              context: {area: Hall}
          - sentences: ["note that Milk is low!"]
            intent:
              name: Note
              slots: {note: Milk is low}
        """,
    ]

    @Test("sentences, lists, rules, conditions and tests of a checkout are read, and all tests pass")
    func checkout() throws {
        let files = try Files(Self.files)
        let model = try HomeAssistantModel(contentsOf: files.path)
        let tests = try HomeAssistantTests(contentsOf: files.path)
        #expect(model.problems.isEmpty)
        #expect(model.sentenceCount == 4)
        #expect(tests.cases.count == 5)
        let matcher = PatternMatcher([model.catalog(entities: tests.entities)])
        #expect(matcher.problems.isEmpty)
        let evaluation = HomeAssistantEvaluation(tests, matcher)
        #expect(evaluation.failures.isEmpty)
        #expect(matcher.match("dim gate to 20").isEmpty)
        #expect(matcher.match("dim here").isEmpty)
        #expect(matcher.match("who is hall").map(\.type) == ["WhereIs"])
        #expect(matcher.match("who is hall", context: ["mode": "quiet"]).isEmpty)
        #expect(matcher.match("who is the coach of the best team ever").isEmpty)
    }

    @Test("a failed test is reported with the recognized intent and slots")
    func failures() throws {
        let files = try Files(
            Self.files.merging([
                "tests/en/lamp_Dim.yaml": """
                tests:
                  - sentences: [dim the tall lamps to 20, note this, sing a song]
                    intent:
                      name: Dim
                      slots: {name: Tall Lamps, level: 21, domain: light}
                """
            ]) { $1 })
        let tests = try HomeAssistantTests(contentsOf: files.path)
        let model = try HomeAssistantModel(contentsOf: files.path)
        let failures = HomeAssistantEvaluation(tests, PatternMatcher([model.catalog(entities: tests.entities)]))
            .failures
        #expect(
            failures.map(\.found)
                == ["Dim domain=light level=20 name=tall lamps", "Note note=this", ""].map {
                    $0.replacingOccurrences(of: "tall lamps", with: "Tall Lamps")
                })
        #expect(failures.first?.place == "lamp_Dim.yaml:2")
    }

    @Test("the layout with one folder per intent is read")
    func folders() throws {
        let files = try Files([
            "sentences/en/_common.yaml": "language: en",
            "sentences/en/TurnOn/name.yaml": """
            data:
              - sentences: ["<turn> on {name}"]
                name_domains: [light]
            """,
            "sentences/en/TurnOn/domain.yaml": """
            data:
              - sentences: ["<turn> on (light|lamp)s"]
                inferred_domain: light
            """, "rules/en/verbs.yaml": "expansion_rules: {turn: (turn|switch)}",
        ])
        let model = try HomeAssistantModel(contentsOf: files.path)
        let name = Catalog.SlotType(name: "name", values: [.init(value: "Gate", context: ["domain": "cover"])])
        let matcher = PatternMatcher([model.catalog(entities: [name])])
        #expect(matcher.problems.isEmpty)
        #expect(matcher.match("switch on lamps").first?.parameters["domain"]?.value == .text("light"))
        #expect(matcher.match("turn on gate").isEmpty)
    }

    @Test(
        "test files in the folders of intents have homes of their own, and their room and domain may be found as well")
    func homes() throws {
        let files = try Files([
            "sentences/en/_common.yaml": "language: en",
            "sentences/en/TurnOn/name.yaml": """
            data:
              - sentences: ["turn on {name}"]
                name_domains: [light]
            """,
            "sentences/en/TurnOn/domain.yaml": """
            data:
              - sentences: ["lights on"]
                inferred_domain: light
                requires_context: {area: {slot: true}}
            """,
            "tests/en/TurnOn/name.yaml": """
            entities: [{name: Gate, domain: light}]
            tests:
              - sentences: [turn on gate]
                slots: {name: Gate}
            """,
            "tests/en/TurnOn/domain.yaml": """
            entities: [{name: Gate, domain: cover}]
            areas: [{name: Hall}, {name: Attic, context_area: true}]
            tests:
              - sentences: [lights on, turn on gate]
            """,
        ])
        let model = try HomeAssistantModel(contentsOf: files.path)
        #expect(HomeAssistantModel.languages(in: files.path) == ["en"])
        let homes = try HomeAssistantTests.all(in: files.path)
        #expect(homes.count == 2 && homes.flatMap(\.cases).count == 3)
        #expect(HomeAssistantTests.entities(of: homes).first { $0.name == "name" }?.values.count == 2)
        let evaluation = HomeAssistantEvaluation(homes) { PatternMatcher([model.catalog(entities: $0)]) }
        // The gate of the other home is no light.
        #expect(evaluation.failures.map(\.place) == ["TurnOn/domain.yaml:4"], "\(evaluation.failures)")
    }

    @Test(
        "a broken checkout is refused with file and line",
        arguments: [
            (["sentences/en/a.yaml": "a: [1\nb: 2"], "a.yaml:2"), (["sentences/en/a.yaml": "- 1"], "a.yaml:1"),
            (["sentences/en/a.yaml": "language: en"], "en: "), (["other/a.yaml": ""], ": "),
            (["sentences/en/a.yaml": "a: &a [*a]"], "a.yaml"),
        ])
    func refused(contents: [String: String], place: String) throws {
        let files = try Files(contents)
        let error = #expect(throws: InteractionModelError.self) { try HomeAssistantModel(contentsOf: files.path) }
        #expect(error?.description.contains(place) == true, "\(String(describing: error))")
    }

    @Test("words of a list that stand for several values may mean each of them")
    func severalValues() throws {
        let files = try Files([
            "sentences/fr/a.yaml": """
            lists:
              covers: {values: [{in: "store[s] [vénitien[s]]", out: [blind, shade]}, {in: "rideau[x]", out: curtain}]}
            intents:
              Close: {data: [{sentences: ["ferme les {covers:device_class}"]}]}
            """
        ])
        let model = try HomeAssistantModel(contentsOf: files.path, language: "fr")
        let matcher = PatternMatcher([model.catalog(entities: [])])
        let blinds = matcher.match("ferme les stores vénitiens").first?.parameters["device_class"]
        #expect(blinds?.value == .text("blind"))
        #expect(blinds?.resolution?.candidates?.map(\.value) == [.text("blind"), .text("shade")])
        #expect(matcher.match("ferme les rideaux").first?.parameters["device_class"]?.value == .text("curtain"))
    }

    @Test("parts that cannot be used are reported with file and line")
    func problems() throws {
        let files = try Files([
            "sentences/en/a.yaml": """
            lists:
              odd: {colour: red}
              range: {range: {from: 9, to: 1}}
            intents:
              A:
                data:
                  - response: x
              B: {}
              C:
                data:
                  - sentences: ["go (home", "go home"]
            """
        ])
        let model = try HomeAssistantModel(contentsOf: files.path)
        #expect(model.problems.compactMap(\.line) == [2, 3, 7, 8])
        let matcher = PatternMatcher([model.catalog(entities: [])])
        #expect(matcher.problems.map(\.code) == [.syntax])
        #expect(matcher.match("go home").map(\.type) == ["C"])
    }

    @Test(
        "all of Home Assistant's English tests pass",
        .enabled(if: Files.shared("home-assistant") != nil, "needs ../shared/data/home-assistant"))
    func english() throws {
        let folder = try #require(Files.shared("home-assistant"))
        let model = try HomeAssistantModel(contentsOf: folder)
        let tests = try HomeAssistantTests(contentsOf: folder)
        #expect(model.problems.isEmpty)
        let matcher = PatternMatcher([model.catalog(entities: tests.entities)])
        #expect(matcher.problems.isEmpty)
        let evaluation = HomeAssistantEvaluation(tests, matcher)
        #expect(evaluation.sentences > 100)
        #expect(evaluation.failures.isEmpty)
    }
}
