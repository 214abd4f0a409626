import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Declared parameters and patterns with conditions in an app's file", .timeLimit(.minutes(1)))
struct GroupFileTests {
    private static let yaml = """
        app: k
        types:
          Room: [kitchen, living room]
          Thing:
            - {value: lamp, context: {kind: light}}
            - {value: oven, context: {kind: heat}}
            - {value: dozen, number: 12}
        commands:
          Light:
            patterns: ["light in the {place}"]
            slots: {place: Room, length: Duration}
            groups:
              - patterns: ["make it bright [for {length}]"]
                fixed: {level: 90}
                requires: {room: {slot: place}}
              - patterns: [dim it]
                fixed: {level: low}
                requires: {room: {values: [kitchen], slot: place}}
            do: [{speak: "{place} {level|100} {length.seconds|0}"}]
          Dim: {groups: [{patterns: ["dim {Thing:thing}"], requires: {kind: [light]}}], do: [{speak: "{thing}"}]}
          Heat: {groups: [{patterns: ["use {Thing:thing}"], excludes: {kind: [light]}}], do: [{speak: "{thing}"}]}
          Gentle:
            groups: [{patterns: ["@how now"], keywords: [soft, gentle]}]
            do: [{speak: "Gently."}]
        """

    @Test("groups set parameters, and are valid in their rooms, for their values and with their keywords only")
    func groups() async throws {
        let harness = try await AppHarness(Self.yaml)
        let living = try #require(Session(rawValue: "living-room"))
        let kitchen = try #require(Session(rawValue: "kitchen"))
        for (text, session, spoken) in [
            ("light in the kitchen", living, "kitchen 100 0"), ("make it bright", living, "living room 90 0"),
            ("make it bright for two minutes", kitchen, "kitchen 90 120"), ("dim it", kitchen, "kitchen low 0"),
            ("dim lamp", living, "lamp"), ("use oven", living, "oven"), ("use dozen", living, "12"),
            ("very soft now", living, "Gently."),
        ] {
            let end = try await harness.say(text, in: session)
            #expect(end.outcome == .handled && end.spoken == spoken, "\(text): \(end)")
        }
        for text in ["dim it", "dim oven", "use lamp", "very hard now"] {
            let end = try await harness.say(text, in: living)
            #expect(end.outcome == .notUnderstood, "\(text): \(end)")
        }
    }

    @Test(
        "a group that cannot work is refused with its line and what to write",
        arguments: [
            ("slots: {place: Romm}", "no type is called Romm; did you mean Room?"),
            ("slots: {'a b': Room}", "a parameter's name must be"),
            ("groups: [{fixed: {a: 1}}]", "lacks \"patterns\""),
            ("groups: [{patterns: ['to {nowhere}']}]", "no type is called nowhere"),
            ("groups: [{patterns: [up], fixed: {output: 1}}]", "not output"),
            ("groups: [{patterns: [up], requires: {room: kitchen}}]", "must be a list of texts"),
            ("groups: [{patterns: [up], excludes: {room: {slot: a}}}]", "must be a list of texts"),
            ("groups: [{patterns: [up], requires: {room: {value: kitchen}}}]", "did you mean \"values\"?"),
        ])
    func refused(line: String, reason: String) {
        let found = problems(
            "app: k\ntypes: {Room: [kitchen]}\ncommands:\n  Go:\n    patterns: ['go to @place:Room']\n    \(line)\n"
                + "    do: [{log: x}]")
        #expect(found.contains { $0.hasPrefix("k.yaml:6:") && $0.contains(reason) }, "\(found)")
    }

    @Test("a value that only some groups set needs a fallback")
    func fallback() {
        let found = problems(
            """
            app: k
            commands:
              Go:
                patterns: [go]
                groups: [{patterns: [go up], fixed: {level: 1}}]
                do: [{speak: "{level}"}]
            """)
        #expect(found.contains { $0.contains("write {level|…}") }, "\(found)")
    }
}
