import Foundation
import SaybusMessages
import SaybusPatternMatching
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Types, rules and words without meaning in an app's file", .timeLimit(.minutes(1)))
struct TypeFileTests {
    private static let yaml = """
        app: k
        types:
          Level: {range: [0, 100], step: 5}
          Code: {digits: 4}
          Title: {words: 2}
          Genre: {values: [jazz, {value: rock, id: g2, synonyms: [loud music], spoken: ["[hard] rock"]}], open: true}
        rules:
          set: (set|turn)
          level: <set> it to @level:Level
        skip-words: [please]
        commands:
          Level: {patterns: [<level>], do: [{speak: "{level}"}]}
          Code: {patterns: ["code @code:Code"], do: [{speak: "{code}"}]}
          Play: {patterns: ["play @genre:Genre"], do: [{speak: "{genre}, {genre.words}, {genre.id|none}"}]}
          Open: {patterns: ["open @title:Title now"], do: [{speak: "{title}"}]}
          Wait: {patterns: ["wait @length:Duration"], do: [{speak: "{length} {length.value} {length.seconds}"}]}
          Meet: {patterns: ["meet me at @time:Time"], do: [{speak: "{time} {time.value}"}]}
          Call: {patterns: ["call @number:PhoneNumber"], do: [{exec: [echo, "{number}"]}, {speak: "{number}: {output}"}]}
          Spell: {patterns: ["spell @code:Letters"], do: [{speak: "{code}"}]}
          Enter: {patterns: ["enter @pin:Digits"], do: [{speak: "{pin}"}]}
          Place: {patterns: ["take the @place:Ordinal"], do: [{speak: "{place}"}]}
          Where: {patterns: [where am i], do: [{speak: "{room} {session}"}, {log: "{turn}"}]}
        topics:
          Games:
            open: true
            commands: {Chess: {patterns: [play chess now], do: [{speak: Chess.}, {leave: Games}]}}
        """

    @Test("each type reaches the recognizers, and gives its value, its words and its identifier")
    func types() async throws {
        let harness = try await AppHarness(Self.yaml)
        let kitchen = try #require(Session(rawValue: "living-room"))
        for (text, spoken) in [
            ("turn it to forty five", "45"), ("please set it to ten", "10"), ("code one two three four", "1 2 3 4"),
            ("code forty", "forty"),
            ("play jazz", "jazz, jazz, none"), ("play loud music", "rock, loud music, g2"),
            ("play hard rock", "rock, hard rock, g2"), ("open blue book now", "blue book"),
            ("wait an hour and a half", "1 hour, 30 minutes PT1H30M 5400"),
            ("meet me at half past seven", "7:30 AM 07:30"),
            ("call plus five five one two", "+ 5 5 1 2: +5512"), ("spell a b seven", "A B 7"),
            ("enter oh four two", "0 4 2"), ("take the third", "3"), ("where am i", "living room living-room"),
            ("play chess now", "Chess."),
        ] {
            let end = try await harness.say(text, in: kitchen)
            #expect(end.outcome == .handled && end.spoken == spoken, "\(text): \(end)")
        }
        // The topic that was open from the beginning has been left in this room only.
        #expect(try await harness.say("play chess now", in: kitchen).command != "Chess")
        #expect(try await harness.say("play chess now").spoken == "Chess.")
        #expect(try await harness.say("set it to forty two", in: kitchen).outcome == .notUnderstood, "no step of 5")
    }

    @Test("digits that were stored, such as those of a reminder, are spoken one by one, too")
    func storedDigits() throws {
        let number = Parameter(value: .text("5512"), words: "5512", type: "PhoneNumber")
        let values = ActionValues(["n": number], types: ["n": "PhoneNumber"])
        let stored = try JSONDecoder().decode(ActionValues.self, from: JSONEncoder().encode(values))
        #expect(stored.spoken()["n"] == "5 5 1 2" && stored.texts["n"] == "5512")
        let earlier = Data(#"{"texts": {"n": "5512"}, "numbers": {}}"#.utf8)
        let restored = try JSONDecoder().decode(ActionValues.self, from: earlier)
        #expect(restored.spoken()["n"] == "5512", "an earlier version stored none")
    }

    @Test(
        "a type, a rule or a value that cannot work is refused with its line and what to write",
        arguments: [
            ("types: {A: {range: [0, 1], digits: 2}}", "must have one of values, range, digits and words, found 2"),
            ("types: {A: {digits: 4, open: true}}", "\"open\" belongs to \"values\""),
            ("types: {A: {range: [5, 1]}}", "the greater one first"),
            ("rules: {a: <b>, b: <a>}", "the rule a uses itself"), ("rules: {a: <c>}", "no rule is called c"),
            ("rules: {a b: c}", "a rule's name must be"),
            ("types: {A: [{value: x, spoken: [\"say @y\"]}]}", "must have no parameters"),
        ])
    func refused(line: String, reason: String) {
        let found = problems("app: k\n\(line)\ncommands: {Go: {patterns: [go], do: [{log: x}]}}")
        #expect(found.contains { $0.hasPrefix("k.yaml:2:") && $0.contains(reason) }, "\(found)")
    }

    @Test(
        "a value may have its own words in another spelling, but no words of another value",
        arguments: [
            ("[{value: Straße, synonyms: [Strasse, STRASSE]}]", false),
            ("[Straße, {value: Weg, synonyms: [Strasse]}]", true),
        ])
    func spellings(values: String, isRefused: Bool) {
        let found = problems("app: k\ntypes: {A: \(values)}\ncommands: {Go: {patterns: [go @a:A], do: [{log: x}]}}")
        #expect(found.contains { $0.contains("stands for \"Straße\" already") } == isRefused, "\(found)")
        #expect(isRefused || found.isEmpty, "\(found)")
    }

    @Test(
        "an action on the memory that cannot work is refused with what to write",
        arguments: [
            ("after: {time: soon}", "no length"), ("at: {time: '25:00'}", "no time of day"),
            ("at: {time: '7:00', day: someday}", "no single day"), ("every: {time: '7:00', days: someday}", "no day"),
            ("every: {days: monday}", "lacks \"time\", or \"length\""),
            ("every: {length: 1h, time: '7:00'}", "goes without"),
            ("after: {time: 1h, do: [{ask: {kind: string, prompt: x}}]}", "do cannot ask"),
            ("after: {time: 1h, do: [{speak: '{nobody}'}]}", "no pattern has @nobody"),
            ("after: {time: 1h, kind: clock}", "must be one of"), ("cancel: everything", "must be \"ringing\" or"),
            ("list: {name: a, add: x, remove: y}", "only one of"), ("list: {add: x}", "lacks \"name\""),
            ("list: {name: a, several: true}", "goes with \"add\" or \"remove\""),
            ("remaining: {say: '{elephant}'}", "no pattern has @elephant"),
        ])
    func memory(action: String, reason: String) {
        let found = problems("app: k\ncommands: {Go: {patterns: [go], do: [{\(action)}]}}")
        #expect(found.contains { $0.contains(reason) }, "\(found)")
    }
}
