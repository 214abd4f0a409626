import Foundation
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

struct AppFileTests {
    @Test("a command says when it is confirmed, and has defaults by what it does")
    func thresholds() throws {
        func app(_ fields: String, _ actions: String = "{speak: hm}") throws -> App {
            try App(
                yaml: "app: a\ncommands: {C: {patterns: [\"set @n:Number\"], do: [\(actions)]\(fields)}}",
                file: "a.yaml")
        }
        let plain = try #require(try app("").command("C"))
        #expect(plain.thresholds == .answer && plain.confirm == nil)
        let program = try app("", "{exec: [date]}")
        #expect(program.command("C")?.thresholds == .effect)
        #expect(program.catalog.commands[0].confirmBelow == nil)
        let own = try app(", confirm: \"Set {n}?\", confirm-below: 0.7, refuse-below: 0.4")
        let command = try #require(own.command("C"))
        #expect(command.thresholds == ConfidenceThresholds(confirmBelow: 0.7, refuseBelow: 0.4))
        #expect(try command.confirm?.render(["n": "7"]) == "Set 7?")
        #expect(own.catalog.commands[0].confirmBelow == 0.7 && own.catalog.commands[0].refuseBelow == 0.4)
        for bad in [
            ", confirm-below: 2", ", refuse-below: x", ", confirm: \"{m}?\"", ", confirm-below: 0.3, refuse-below: 0.4",
        ] {
            #expect(throws: AppFileError.self) { try app(bad) }
        }
    }

    @Test("every part of a file is read as written")
    func reads() throws {
        let app = try App(
            yaml: """
                app: lamp
                language: de-DE
                types:
                  Room: [kitchen, {value: living room, synonyms: [lounge]}, on]
                failed: [{speak: Bad luck.}]
                not-understood: [{silence: 1s}]
                commands:
                  Zebra:
                    summary: Switches.
                    patterns: ["light @room:Room at @level:Number", "@room:Room @level:Number light"]
                    do:
                      - speak: {text: "{room} {{{level}}}", voice: en-gb, rate: 170, pitch: 50, volume: 0.5}
                      - tone: {frequency: 880.5, duration: 120ms, volume: 1}
                      - silence: 1.5s
                      - silence: 20
                      - exec: [lamp, "{room}", 7, "", on]
                      - exec:
                          run: [bin/lamp]
                          timeout: 2s
                          directory: work
                          environment: {LEVEL: 3, NAME: x}
                      - log: "{output} {level}"
                  Ant:
                    patterns: [ant]
                    do: [{speak: Ant.}]
                    failed: [{tone: {frequency: 100, duration: 1}}]
                """, file: "k.yaml", folder: "/srv")
        var zebra = App.Command(
            type: "Zebra", summary: "Switches.",
            patterns: [
                try PhraseTemplate("light @room:Room at @level:Number"),
                try PhraseTemplate("@room:Room @level:Number light"),
            ],
            actions: [
                .speak(Speech(try Template("{room} {{{level}}}"), voice: "en-gb", rate: 170, pitch: 50, volume: 0.5)),
                .tone(.init(frequency: 880.5, durationMs: 120, volume: 1)), .silence(durationMs: 1500),
                .silence(durationMs: 20),
                .exec(try Exec("lamp", ["{room}", "7", "", "on"].map { try Template($0) })),
                .exec(
                    Exec(
                        "bin/lamp", timeout: .seconds(2), directory: "/srv/work",
                        environment: ["LEVEL": "3", "NAME": "x"])),
                .log(try Template("{output} {level}")),
            ], failed: [.speak(Speech(Template(literal: "Bad luck.")))])
        var ant = App.Command(
            type: "Ant", patterns: [try PhraseTemplate("ant")],
            actions: [.speak(Speech(Template(literal: "Ant.")))],
            failed: [.tone(.init(frequency: 100, durationMs: 1))])
        (zebra.language, ant.language) = ("de-DE", "de-DE")
        var expected = App(
            name: "lamp", language: "de-DE", commands: [zebra, ant],
            slotTypes: [
                .init(
                    name: "Room",
                    values: [
                        .init(value: "kitchen"), .init(value: "living room", synonyms: ["lounge"]), .init(value: "on"),
                    ])
            ], notUnderstood: [.silence(durationMs: 1000)], folder: "/srv")
        expected.failed = zebra.failed
        #expect(app == expected)
    }

    @Test("the catalog lists the commands in the file's order")
    func catalog() throws {
        let yaml =
            "app: a\ncommands:\n"
            + (0..<50).map { "  C\(99 - $0): {patterns: [say \($0)], do: [{speak: x}]}\n" }.joined()
        let catalog = try App(yaml: yaml, file: "k.yaml").catalog
        #expect(catalog.commands.map(\.type) == (0..<50).map { "C\(99 - $0)" })
        #expect(catalog.slotTypes == nil)
        #expect(catalog.language == "en-US")
        #expect(catalog.revision.hasPrefix("a@"))
    }

    @Test("the kitchen example is valid, and each of its commands can be carried out")
    func kitchen() async throws {
        let file = PackageFolder.containing().appending(path: "deploy/examples/kitchen.yaml")
        let app = try App(file: file.path)
        #expect(app.commands.count >= 10)
        #expect(!app.notUnderstoodEvents.isEmpty)
        for command in app.commands {
            #expect(!command.patterns.isEmpty, "\(command.type)")
            // Nothing answers for the lights here: see KitchenTests.
            if command.actions.contains(where: { if case .http = $0 { true } else { false } }) { continue }
            let parameters = Dictionary(
                uniqueKeysWithValues: command.patterns[0].parameters.map {
                    let value: Parameter.Value = $0.type == "Number" ? 7 : .text($0.type == "Place" ? "1" : "seven")
                    return ($0.name, Parameter(value: value, words: "seven", type: $0.type))
                })
            let outcome = try await ActionRunner(app: app, host: KitchenDouble()).run(
                CommandInvoked(app: app.name, type: command.type, parameters: parameters, confidence: 1, text: "x"))
            #expect(outcome.problem == nil, "\(command.type)")
            #expect(outcome.events.contains { !$0.spokenText.isEmpty }, "\(command.type)")
        }
    }

    @Test("a standard command brings along the types of its phrases")
    func standardTypes() throws {
        let yaml = "app: k\ncommands:\n  Select: {standard: true, do: [{speak: \"{itemName|} {itemNumber|}\"}]}\n"
        let matcher = PatternMatcher([try App(yaml: yaml, file: "k.yaml").catalog])
        #expect(matcher.problems.isEmpty)
        #expect(matcher.match("select the last one").first?.parameters["itemName"]?.value == "last one")
        #expect(matcher.match("select the second one").first?.parameters["itemNumber"]?.value == 2)
    }

    @Test("a moderate use of anchors is valid")
    func anchors() throws {
        let commands = (0..<60).map { "  C\($0): {patterns: [say \($0)], do: *do, failed: *sorry}\n" }.joined()
        let yaml = """
            app: a
            commands:
              First: {patterns: [one], do: &do [{speak: x}], failed: &sorry [{speak: y}]}

            """
        let app = try App(yaml: yaml + commands, file: "k.yaml")
        #expect(app.commands.count == 61)
    }
}

/// A conversation in which everything succeeds.
private struct KitchenDouble: ActionHost {
    let context: [String: String] = [:]
    let environment: [String: String] = [:]

    func perform(_ act: ConversationAct) async -> [AudioEvent] { [.speech(.init("Done."))] }
    func publish(_ message: OutgoingMessage) async -> String? { nil }
    func interruption() async -> ActionInterruption? { nil }
    func remember(_ request: MemoryRequest) async -> Result<[String: Parameter.Value], StoreError> {
        .success([ActionPlan.outputName: .text("x"), ActionPlan.countName: .number(1)])
    }
}
