import SaybusMessages
import SaybusPhrases
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

@Suite("Topics and requests in app files")
struct TopicFileTests {
    private static let pizza = """
        app: pizza
        commands:
          Order:
            patterns: [order, "order @count:Number"]
            do: [{enter: Kitchen}, {ask: Size}]
        requests:
          Size:
            kind: select
            prompt: Which size?
            options: [small, {value: large, synonyms: [big]}]
            as: size
            retries: forever
            patience: 3s
            do:
              - ask:
                  kind: confirmation
                  prompt: "{size}?"
                  yes: [{speak: "Yes, {size} {answer}."}]
                  no: [{leave: all}]
        topics:
          Kitchen:
            intro: [{speak: In the kitchen.}]
            help: Cook.
            commands:
              Cook: {patterns: [cook], do: [{tell: again}]}
            topics:
              Oven:
                intercept: {before: [{silence: 1}], swallow: true}
                commands:
                  Bake: {patterns: [cook], do: [{leave: Oven}]}
        """

    @Test("topics, requests and inline questions are read as written")
    func reads() throws {
        let app = try App(yaml: Self.pizza, file: "p.yaml")
        #expect(app.topics.map(\.name) == ["", "Kitchen", "Oven"])
        #expect(app.path(to: "Oven") == ["Kitchen", "Oven"])
        #expect(app.commands.map(\.type) == ["Order", "Cook", "Bake"])
        #expect(app.commands(in: []) == ["Order"])
        #expect(app.commands(in: ["Kitchen"]) == ["Order", "Cook"])
        #expect(app.topic("Oven")?.interception.swallows == true)
        let size = try #require(app.request("Size"))
        #expect(size.kind == .select([SelectOption(label: "small"), SelectOption(label: "large", aliases: ["big"])]))
        #expect(size.retries == .max && size.noSpeechTimeout == .seconds(3) && size.answer == "size")
        guard case .ask(let inner)? = size.actions.last, let confirmation = app.request(inner) else {
            Issue.record("the question in place is lost")
            return
        }
        #expect(confirmation.kind == .confirmation)
        #expect(confirmation.no == [.leave(nil)])
        #expect(app.catalog.commands.map(\.type) == ["Order", "Cook", "Bake"])
    }

    @Test("a topic's commands are valid only in conversations that have entered it")
    func scopes() throws {
        let app = try App(yaml: Self.pizza, file: "p.yaml")
        let (den, hall) = (try #require(Session(rawValue: "den")), try #require(Session(rawValue: "hall")))
        let first = app.catalog(entered: [:])
        #expect(first.absent(in: den) == ["Cook", "Bake"] && first.revision == app.catalog.revision)
        let entered = app.catalog(entered: [den: ["Kitchen"], hall: ["Kitchen", "Oven"]])
        #expect(entered.absent(in: den) == ["Bake"] && entered.absent(in: hall).isEmpty)
        #expect(entered.absent(in: .default) == ["Cook", "Bake"])
        let plain = try App(yaml: "app: k\ncommands: {Go: {patterns: [go], do: [{log: x}]}}", file: "k.yaml")
        #expect(plain.catalog(entered: [:]) == plain.catalog)
    }

    @Test("an app that has not spoken yet says so in the language of its environment")
    func nothingSaid() async throws {
        let folder = try TemporaryFolder()
        var german = Language.english
        german.sentences = ["nothingSaid": "Ich habe noch nichts gesagt."]
        let harness = try await AppHarness(
            "app: k\ncommands: {Again: {patterns: [echo], do: [{tell: again}]}}",
            environment: [Language.variable: folder.write("german.json", german.text)])
        #expect(try await harness.say("echo").spoken == "Ich habe noch nichts gesagt.")
    }

    @Test("a standard command has built-in phrases, and a built-in action where one exists")
    func standard() throws {
        let app = try App(
            yaml: """
                app: k
                commands:
                  Help: {standard: true}
                  SetSpeechRate: {standard: true}
                  Search:
                    standard: true
                    patterns: ["hunt for @query"]
                    do: [{speak: "Looking for {query|everything}."}]
                """, file: "k.yaml")
        #expect(app.command("Help")?.actions == [.tell(.help)])
        #expect(app.command("SetSpeechRate")?.actions == [.adjustSpeech("SetSpeechRate")])
        let search = try #require(app.command("Search"))
        #expect(search.patterns.count == SearchCommandRecognizer.standardPatterns.count + 1)
        #expect(search.summary == SearchCommandRecognizer.standardSummary)
        #expect(StandardCommand.recognizers.keys.sorted() == StandardCommand.all.sorted())
        #expect(
            problems("app: k\ncommands:\n  Serch: {standard: true, do: [{speak: x}]}\n  Next: {standard: true}") == [
                "k.yaml:3:3: command Serch: no standard command is called so; did you mean Search?",
                "k.yaml:4:3: command Next lacks \"do\"",
            ])
        #expect(
            problems("app: k\ncommands:\n  Play: {do: [{speak: x}]}\n  Ply: {do: [{speak: x}]}") == [
                "k.yaml:3:3: command Play lacks \"patterns\"; \"standard: true\" gives it the usual ones",
                "k.yaml:4:3: command Ply lacks \"patterns\"",
            ])
    }

    private func request(_ lines: String, before: String = "") -> [String] {
        problems(
            "app: k\ncommands:\n  Go: {patterns: [\"go @n:Number\"], do: [{ask: Q}]}\n\(before)requests:\n  Q:\n"
                + lines.split(separator: "\n").map { "    \($0)\n" }.joined())
    }

    @Test("problems of a request are reported with their position")
    func wrongRequests() {
        #expect(
            request("kind: selct\nprompt: x") == [
                "k.yaml:6:11: request Q: kind must be one of \"string\", \"confirmation\", \"select\", \"number\", \"pattern\", found the text \"selct\"; did you mean \"select\"?"
            ])
        #expect(request("kind: select\nprompt: x") == ["k.yaml:6:5: request Q lacks \"options\""])
        // One mistake is one problem, though the kind and the name of the answer follow from other keys.
        #expect(
            request("kind: select\nprompt: x\noptins: [a, b]\nas: x\ndo: [{speak: \"{x}\"}]") == [
                "k.yaml:8:5: request Q has no \"optins\"; did you mean \"options\"?"
            ])
        let kind = request("kind: selct\nprompt: x\noptions: [a, b]\nas: x\ndo: [{speak: \"{x}\"}]")
        #expect(kind.count == 1 && kind[0].hasPrefix("k.yaml:6:11: request Q: kind must be one of"), "\(kind)")
        #expect(
            request("kind: string\nprompt: x\nyes: [{speak: a}]\nretries: often\nas: a b") == [
                "k.yaml:8:10: request Q: \"yes\" belongs to kind: confirmation, not string",
                "k.yaml:9:14: request Q: retries must be a number of 0 to 100, or forever, found the text \"often\"",
                "k.yaml:10:9: request Q: as must be a name of letters, digits and _, found the text \"a b\"",
            ])
        #expect(
            request("kind: number\nprompt: x\nrange: [5, 1]") == [
                "k.yaml:8:12: request Q: range must be a list [least, greatest], found the greater one first"
            ])
        #expect(
            request(
                "kind: string\nprompt: \"{n} {m}\"\nreprompt: \"{answer}\"\ndo: [{speak: \"{n} {answer} {output}\"}]")
                == [
                    "k.yaml:7:13: request Q: prompt: no pattern has @m; did you mean {n}?",
                    "k.yaml:8:15: request Q: reprompt: no pattern has @answer; write {{ for a brace",
                    "k.yaml:9:18: request Q: do: speak: {output} needs an exec before it in the same list",
                ])
        #expect(
            request("kind: string\nprompt: x\ndo: [{ask: R}, {speak: late}]") == [
                "k.yaml:8:16: request Q: do: ask: no request is called \"R\"; did you mean \"Q\"?",
                "k.yaml:8:20: request Q: do: nothing may follow \"ask\": put it under \"do\" of what is asked",
            ])
    }

    @Test("a cycle of follow-up questions is reported where it closes")
    func circles() {
        let yaml = """
            app: k
            commands:
              Go: {patterns: [go], do: [{ask: A}]}
            requests:
              A: {kind: string, prompt: a, do: [{ask: B}]}
              B:
                kind: confirmation
                prompt: b
                yes: [{speak: fine}]
                no: [{ask: A}]
            """
        #expect(
            problems(yaml) == [
                "k.yaml:10:16: request B: no: ask: asking A here goes in a circle: its answers would lead here again; "
                    + "say how to go on, with a command that asks"
            ])
    }

    @Test("a value that only some callers of a request know is reported")
    func askers() {
        let yaml = """
            app: k
            commands:
              Go: {patterns: ["go @n:Number"], do: [{ask: A}]}
              Run: {patterns: [run], do: [{ask: A}]}
            requests:
              A: {kind: string, prompt: "{n}?", do: [{ask: B}]}
              B: {kind: string, prompt: "{answer}?"}
            """
        #expect(
            problems(yaml) == ["k.yaml:6:29: request A: prompt: no pattern has @n; write {{ for a brace"])
    }

    @Test("an unknown topic, a duplicate topic and a duplicate command are reported")
    func topics() {
        let yaml = """
            app: k
            commands:
              Go: {patterns: [go], do: [{enter: Kitchn}]}
            topics:
              Kitchen: {commands: {Cook: {patterns: [cook], do: [{log: x}]}}}
              all: {commands: {Go: {patterns: [went], do: [{log: x}]}}}
              Bad: {intro: [{exec: [x]}], intercept: {swallow: maybe}}
            """
        #expect(
            problems(yaml) == [
                "k.yaml:3:37: command Go: do: enter: no topic is called \"Kitchn\"; did you mean \"Kitchen\"?",
                "k.yaml:6:3: the name \"all\" means every topic: choose another",
                "k.yaml:6:20: the command Go stands in line 3 already: give one another name",
                "k.yaml:7:8: topic Bad lacks \"commands\"",
                "k.yaml:7:17: topic Bad: intro may only speak, sound a tone or be silent",
                "k.yaml:7:52: topic Bad: swallow must be true or false, found the text \"maybe\"",
            ])
    }

    @Test("a web request whose server could be spoken, and a message that violates its schema, are refused")
    func messages() {
        func action(_ text: String) -> [String] {
            problems("app: k\ncommands:\n  Go:\n    patterns: [\"go @x\"]\n    do:\n      - \(text)").map {
                String($0.drop { $0 != " " }.dropFirst())
            }
        }
        #expect(action("http: {url: \"https://h.example/{x}\"}").isEmpty)
        for url in ["https://{x}/a", "ftp://h/", "https://{x}.h/", "https://h{x}/", "https://u@h/", "h.example/{x}"] {
            #expect(action("http: {url: \"\(url)\"}").first?.contains("must begin with http") == true, "\(url)")
        }
        #expect(action("http: {url: \"http://h/\", output: \"a..b\"}").first?.contains("must be a path") == true)
        #expect(action("http: {url: \"http://h/\", method: PST}").first?.contains("did you mean \"POST\"?") == true)
        #expect(action("http: {url: \"http://h/\", body: {a: 1}}").first?.contains("another method than GET") == true)
        #expect(action("publish: {kind: home.light, body: {room: \"{x}\", on: true}}").isEmpty)
        #expect(action("publish: {kind: audio.control, body: {action: pause}}").isEmpty)
        #expect(
            action("publish: {kind: audio.control, body: {action: jump}}").first?.contains("expected one of") == true)
        #expect(action("publish: {kind: audio.contrl}").isEmpty, "a kind of one's own; the checker warns")
        #expect(action("publish: {kind: stage.status}").first?.contains("belongs to the stages") == true)
        #expect(action("mqtt: {topic: \"a/{x}\", payload: {on: \"{x}\"}, retain: true, qos: 0}").isEmpty)
        #expect(action("mqtt: {topic: \"{x}\", payload: a}").first?.contains("must not begin with") == true)
        #expect(action("mqtt: {topic: a}").first?.contains("payload") == true)
        #expect(action("mqtt: {topic: a, payload: b, qos: 2}").isEmpty == false)
        #expect(action("publish: {kind: Audio}").first?.contains("kind must be words") == true)
    }
}
