import Foundation
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

struct AppFileErrorTests {
    private func command(_ lines: String) -> [String] {
        problems(
            "app: k\ntypes: {Room: [hall]}\ncommands:\n  Go:\n"
                + lines.split(separator: "\n").map { "    \($0)\n" }.joined())
    }

    @Test("all problems of a file are reported in order, with line, column, expected value and actual value")
    func golden() {
        let yaml = """
            app: my kitchen
            langauge: en-US
            types:
              Room: []
              Number: [one]
              State: [on, {valeu: off}, on]
            commands:
              SetTimer:
                patterns: 5
                do:
                  - speek: "Timer"
                  - tone: {frequency: loud, duration: 120}
                  - silence: 3 days
                  - exec: notify-send Timer
                  - log: 12
              Light:
                summary: [x]
                patterns: ["light @room:Rom", "light @", 7, "turn @state:State"]
                do: []
              Next:
                patterns: [next, "Next!"]
                do:
                  - speak: "Next {"
                    log: x
                  - speak: "{page}"
              Empty:
            """
        #expect(
            problems(yaml) == [
                "k.yaml:1:6: app must be of 1 to 64 letters a to z, digits, full stops, _ and -, found the text \"my kitchen\"",
                "k.yaml:2:1: the file has no \"langauge\"; did you mean \"language\"?",
                "k.yaml:4:9: type Room must be a list of values, found an empty one",
                "k.yaml:5:3: the type Number is built in: choose another name",
                "k.yaml:6:16: type State: a value has no \"valeu\"; did you mean \"value\"?",
                "k.yaml:6:29: type State: \"on\" stands for \"on\" already",
                "k.yaml:9:15: command SetTimer: patterns must be a list of texts, found the number 5",
                "k.yaml:11:9: command SetTimer: do: an action has no \"speek\"; did you mean \"speak\"?",
                "k.yaml:12:27: command SetTimer: do: tone: frequency must be a number of 20 to 20000, found the text \"loud\"",
                "k.yaml:13:18: command SetTimer: do: silence must be a time such as 120ms or 1.5s, found the text \"3 days\"",
                "k.yaml:14:15: command SetTimer: do: exec must be a list [program, argument, …], found the text \"notify-send Timer\"; no shell splits it into words",
                "k.yaml:15:14: command SetTimer: do: log must be a text, found the number 12; put it in quotes",
                "k.yaml:17:14: command Light: summary must be a text, found a list",
                "k.yaml:18:16: command Light: pattern \"light @room:Rom\": no type is called Rom; did you mean Room?",
                "k.yaml:18:35: command Light: pattern \"light @\": column 7: a parameter's name must follow the @, as in @name or @count:Number",
                "k.yaml:18:46: command Light: patterns: each must be a text, found the number 7; put it in quotes",
                "k.yaml:19:9: command Light: do must be a list of actions, found an empty one",
                "k.yaml:21:22: command Next: pattern \"Next!\" is said like one of command Next in line 21: the first always wins",
                "k.yaml:23:9: command Next: do: an action must have one key, found 2; begin each action with \"- \"",
                "k.yaml:25:16: command Next: do: speak: no pattern has @page; write {{ for a brace",
                "and 1 more",
            ])
    }

    @Test("a placeholder's name must occur in every pattern")
    func names() {
        #expect(
            command("patterns: [\"wait @minutes:Number\", \"wait\"]\ndo: [{speak: \"{minutes}\"}, {log: \"{minuts}\"}]")
                == [
                    "k.yaml:6:18: command Go: do: speak: {minutes} must be in every pattern, but \"wait\" lacks @minutes; write {minutes|…} with what stands for it then",
                    "k.yaml:6:38: command Go: do: log: no pattern has @minuts; did you mean {minutes}?",
                ])
        #expect(
            command(
                "patterns: [\"wait @minutes:Number\"]\ndo: [{speak: \"{minuts}\"}]\nfailed: [{speak: \"{output}\"}]")
                == [
                    "k.yaml:6:18: command Go: do: speak: no pattern has @minuts; did you mean {minutes}?",
                    "k.yaml:7:22: command Go: failed: speak: {output} needs an exec before it in the same list",
                ])
        #expect(
            command("patterns: [\"say @output\"]\ndo: [{speak: x}]").first?.contains("the name @output is taken")
                == true)
    }

    @Test("spoken words can neither choose the program nor be run as a script")
    func injection() {
        let patterns = "patterns: [\"run @x\"]\n"
        #expect(
            command(patterns + "do: [{exec: [\"{x}\"]}]").first?.contains("the program must be a plain name") == true)
        for vector in [
            "[sh, -c, \"echo {x}\"]", "[sh, -c, \"echo {x|}\"]", "[/bin/bash, -lc, \"{x}\"]",
            "[env, A=1, sh, -c, \"echo {x}\"]", "[bash, -ce, \"{x}\"]", "[bash, --norc, -ce, \"{x}\"]",
            "[sh, -c, -e, \"{x}\"]",
            "[sh, -c, --, \"{x}\"]",
            "[perl, \"-eprint {x}\"]", "[python3.12, -c, \"{x}\"]", "[bash, -o, pipefail, -c, \"{x}\"]",
            "[python3, -c, \"print('{x}')\"]", "[perl, -e, \"{x}\"]", "[timeout, 5, sh, -e, -c, \"{x}\"]",
        ] {
            #expect(
                command(patterns + "do: [{exec: \(vector)}]").first?.contains("would be run as a script") == true,
                "\(vector)")
        }
        for vector in [
            "[sh, -c, 'echo \"$1\"', sh, \"{x}\"]", "[tool, -c, \"{x}\"]", "[sh, script.sh, \"{x}\"]",
            "[python3, light.py, \"-color={x}\"]", "[ruby, -rset, light.rb, \"{x}\"]",
        ] {
            #expect(command(patterns + "do: [{exec: \(vector)}]") == [], "\(vector)")
        }
    }

    @Test("a value is refused in a program's variables, where nobody would fill it in")
    func placeholderInVariable() {
        let start = "patterns: [\"run @x\"]\ndo: [{exec: {run: [tool], environment: {V: "
        for text in ["\"{x}\"", "\"a {x.value|} b\"", "\"{room}\""] {
            let found = command(start + text + "}}}]")
            #expect(found.count == 1 && found.first?.contains("would stay as it is written") == true, "\(found)")
        }
        for text in ["\"{y}\"", "'{\"x\": 1}'", "\"$x\""] {
            #expect(command(start + text + "}}}]") == [], "\(text)")
        }
    }

    @Test("a form that tells how something was heard is refused for answers and results, which never have it")
    func formsOfAnswers() {
        func asking(_ text: String) -> [String] {
            command(
                "patterns: [\"go @x\"]\ndo: [{ask: {kind: pattern, prompt: Where?, patterns: [\"to @y\"], "
                    + "do: [{speak: \"" + text + "\"}]}}]")
        }
        for text in ["{y.words}", "{y.confidence}", "{answer.words}"] {
            #expect(asking(text).first?.contains("since an answer has no such form") == true, "\(asking(text))")
        }
        for text in ["{x.words}", "{y.value}", "{y} {answer}"] { #expect(asking(text) == [], "\(text)") }
        let result = command("patterns: [\"go\"]\ndo: [{exec: [date]}, {speak: \"{output.words}\"}]")
        #expect(result.first?.contains("since a result has no such form") == true, "\(result)")
    }

    @Test("a name that not every timer has needs something that stands for it")
    func nameOfTimer() {
        let found = command("patterns: [\"how long\"]\ndo: [{remaining: {say: \"{name} has {left}.\"}}]")
        #expect(
            found.count == 1 && found.first?.contains("not everything has a {name}; write {name|…}") == true, "\(found)"
        )
    }

    @Test("only audible actions are valid under failed")
    func failed() {
        #expect(
            command("patterns: [go]\ndo: [{speak: x}]\nfailed: [{exec: [ls]}]") == [
                "k.yaml:7:14: command Go: failed may only speak, sound a tone or be silent"
            ])
    }

    @Test(
        "numbers and durations out of range are refused",
        arguments: [
            "tone: {frequency: 5, duration: 1s}", "tone: {frequency: 1e99, duration: 1s}",
            "tone: {frequency: .inf, duration: 1s}", "tone: {frequency: nan, duration: 1s}",
            "tone: {frequency: 440, duration: 0}", "tone: {frequency: 440, duration: 99999999999999999999ms}",
            "tone: {frequency: 440, duration: -1s}", "tone: {frequency: 440, duration: 1s, volume: 1.1}",
            "tone: {frequency: 440}", "tone: {file: a.wav, duration: 1s}", "tone: {volume: 1}", "tone: {file: 5}",
            "tone: {file: \"\"}", "tone: {file: a.wav, volume: 2}", "silence: 1e400", "silence: ms", "silence: ~",
            "silence: [1]", "silence: 1 h",
            "speak: {text: x, rate: 1.5e2.5}", "speak: {text: x, rate: 100.5}", "speak: {text: x, pitch: -1}",
            "speak: {}", "speak: \"\"", "speak: \" \"", "speak: ", "log: \"a\\0b\"", "exec: []", "exec: [~]",
            "exec: [ls, [x]]", "exec: {run: [ls], timeout: 0}", "exec: {run: [ls], environment: {A B: c}}",
            "exec: {run: [ls], environment: {\"9\": c}}", "exec: {timeout: 5s}", "? [speak]\n: x",
        ])
    func badValues(action: String) {
        let lines = problems(
            "app: k\ncommands:\n  Go:\n    patterns: [go]\n    do:\n      - \(action.replacing("\n", with: "\n        "))\n"
        )
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasPrefix("k.yaml:6:") == true || lines.first?.hasPrefix("k.yaml:7:") == true, "\(lines)")
    }

    @Test(
        "input that is not an app file is refused with a description",
        arguments: [
            ("", "k.yaml: is empty: an app's file begins with \"app: its-name\""),
            ("# nothing\n", "k.yaml: is empty: an app's file begins with \"app: its-name\""),
            ("- a\n", "k.yaml:1:1: the file must be a mapping (key: value), found a list"),
            ("hello", "k.yaml:1:1: the file must be a mapping (key: value), found the text \"hello\""),
            ("~", "k.yaml:1:1: the file must be a mapping (key: value), found nothing"),
            ("app: a\n", "k.yaml:1:1: the file lacks \"commands\""),
            ("app: a\ncommands: {}\n", "k.yaml:2:11: commands must not be empty: an app has at least one"),
            (
                "app: a\ncommands: [x]\n",
                "k.yaml:2:11: commands must be a mapping of names to commands, found a list"
            ),
            (
                "app: a\ncommands:\n\tGo: x\n",
                "k.yaml:3:1: expected spaces before the first word of a line, found a tab"
            ),
            (
                "app: a\napp: b\n", "k.yaml:1:1: expected every key once, found \"app\" twice: here and at 2:1"
            ),
            (
                "app: a\ncommands:\n  Ä: {\"do\": [], patterns: [x], \"do\": []}\n",
                "k.yaml:3:7: expected every key once, found \"do\" twice: here and at 3:32"
            ),
            (
                "x: 1\nx: 2\nx: 3\n", "k.yaml:1:1: expected every key once, found \"x\" twice: here and at 2:1"
            ),
            ("app: a\u{0}b\n", "k.yaml:1:7: expected text in UTF-8, found a NUL byte"),
            (
                "app: [a\n",
                "k.yaml:2:1: is not YAML: while parsing a flow sequence, did not find expected ',' or ']'; a bracket is not closed, or a text in brackets needs quotes"
            ),
            (
                "app: *x\n",
                "k.yaml:1:6: is not YAML: found undefined alias; a text cannot begin with *: put the whole text in quotes"
            ),
        ])
    func refuses(yaml: String, line: String) {
        #expect(problems(yaml) == [line])
    }

    @Test(
        "what is not YAML is told with what to write instead",
        arguments: [
            ("    patterns: [x]\n   do: [{log: x}]", 6, "indent the line as those to which it belongs"),
            ("    patterns: [turn on the {room} light]", 5, "a text in brackets needs quotes"),
            ("    patterns:\n      - @room light", 6, "a text cannot begin with @: put the whole text in quotes"),
            ("    do:\n      - speak: {room} is lit.", 6, "a text cannot begin with { or ["),
            ("    do:\n      - speak: \"a\" b", 6, "words stand after the quotes"),
            ("    do:\n      - speak: Done: all off.", 6, "a text cannot have a colon before a blank"),
            ("    do:\n      - speak: \"C:\\windows\"", 6, "write \\\\ for a \\"),
            ("    do:\n      - speak: \"never ends\n", 6, "a quote is not closed"),
        ])
    func hints(lines: String, line: Int, hint: String) {
        let found = problems("app: k\n\ncommands:\n  Go:\n\(lines)\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("k.yaml:\(line):") == true && found.first?.contains(hint) == true, "\(found)")
    }

    @Test("a key of a command that stands beside it is told so, and a name that only some patterns have is suggested")
    func near() {
        let yaml = "app: k\ncommands:\n  Go:\n    patterns: [go]\n  do:\n    - speak: x\n"
        #expect(
            problems(yaml).last?.hasSuffix("found a list; indent it below the command to which it belongs") == true)
        #expect(
            command("patterns: [go, \"go to @room\"]\ndo: [{speak: \"{rom}\"}]").first?
                .hasSuffix("no pattern has @rom; did you mean {room}?") == true)
    }

    @Test("several documents, stray control characters and invalid UTF-8 are refused")
    func syntax() {
        #expect(problems("app: a\n---\napp: b\n").first?.hasPrefix("k.yaml:2:1: is not YAML:") == true)
        #expect(problems("app: \u{1}\n").first?.hasPrefix("k.yaml: is not YAML: control characters") == true)
        #expect {
            try App(yaml: [0x61, 0x0A, 0xC3, 0xA9, 0xFF], file: "k.yaml")
        } throws: {
            "\($0)" == "k.yaml:2:2: expected text in UTF-8, found a byte that is none"
        }
        let utf16: [UInt8] = [0xFF, 0xFE] + "app: a".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect { try App(yaml: utf16, file: "k.yaml") } throws: {
            "\($0)" == "k.yaml: expected text in UTF-8, found UTF-16: save it in UTF-8"
        }
    }

    @Test("a byte-order mark is ignored and does not shift positions")
    func byteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let yaml = "app: k\ncommands:\n  Go: {patterns: [go], do: [{log: x}]}\n"
        #expect(try App(yaml: mark + Array(yaml.utf8), file: "k.yaml") == App(yaml: yaml, file: "k.yaml"))
        #expect { try App(yaml: mark + Array("ap: k\n\(yaml)".utf8), file: "k.yaml") } throws: {
            "\($0)".hasPrefix("k.yaml:1:1: the file has no \"ap\"")
        }
    }

    @Test("an oversized file, a missing file and a folder are refused")
    func files() throws {
        #expect {
            try App(yaml: [UInt8](repeating: 0x20, count: 10_000_000), file: "k.yaml")
        } throws: {
            "\($0)" == "k.yaml: has more than 1048576 bytes; an app's file is a text of a few pages"
        }
        #expect { try App(file: "/no/such/file.yaml") } throws: {
            "\($0)" == "/no/such/file.yaml: cannot be read: No such file or directory"
        }
        #expect { try App(file: "/") } throws: { "\($0)" == "/: cannot be read: Is a directory" }
        #expect { try App(file: "/dev/zero") } throws: { ($0 as? AppFileError)?.problems.first?.code == .unreadable }
        let folder = try TemporaryFolder()
        let large = try folder.write("large.yaml", [UInt8](repeating: 0x20, count: App.maximumFileSize + 1))
        #expect { try App(file: large) } throws: { ($0 as? AppFileError)?.problems.first?.code == .tooLarge }
        // Opening a pipe that nobody writes to must not wait.
        let pipe = folder.path("pipe.yaml")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect { try App(file: pipe) } throws: { "\($0)" == "\(pipe): is a pipe or a device: give a regular file" }
        #expect(
            AppCheck(files: [pipe]).findings.map(\.message) == ["is empty: an app's file begins with \"app: its-name\""]
        )
    }

    @Test("aliases that expand exponentially are refused, in values and in keys", .timeLimit(.minutes(1)))
    func bombs() {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<12 {
            let list = (0..<9).map { _ in "*a\(level - 1)" }.joined(separator: ", ")
            bomb += "a\(level): &a\(level) [\(list)]\n"
        }
        #expect(problems(bomb) == ["k.yaml: its aliases (*name) could multiply too often: write some of them out"])
        #expect(problems(bomb + "? *a11\n: x\n").first?.contains("aliases") == true)
        // Few anchors with many aliases pass the alias limit, and then exceed the limit of entries.
        let values = (0..<3000).map { _ in "x" }.joined(separator: ", ")
        let wide =
            "app: &v [\(values)]\ncommands:\n  Go: {patterns: [" + (0..<300).map { _ in "*v" }.joined(separator: ",")
            + "], do: [{speak: x}]}\n"
        #expect(!problems(wide).isEmpty)
    }

    @Test("deep nesting and long lines are refused without a crash", .timeLimit(.minutes(1)))
    func nesting() {
        for text in [
            String(repeating: "[", count: 200_000), String(repeating: "{a: ", count: 50_000),
            String(repeating: "- ", count: 100_000),
            (0..<900).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
            "app: " + String(repeating: "x", count: 500_000),
            "app: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
        ] {
            #expect(!problems(text).isEmpty)
        }
    }

    @Test("a randomly damaged file is read or refused without a crash", .timeLimit(.minutes(2)))
    func damaged() throws {
        let file = PackageFolder.containing().appending(path: "deploy/examples/kitchen.yaml")
        let bytes = try [UInt8](Data(contentsOf: file))
        var generator = TestSeed.generator()
        let alphabet = Array("{}[]:-,&*!|>'\"%@`#?\n\t \\~<\0é".utf8) + [0xFF, 0x80]
        var refused = 0
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[place] = alphabet.randomElement(using: &generator) ?? 0
                case 1: damaged.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                default: damaged.removeSubrange(place..<min(damaged.count, place + 20))
                }
            }
            do throws(AppFileError) {
                _ = try App(yaml: damaged, file: "k.yaml")
            } catch {
                refused += 1
                let count = error.problems.count
                #expect((1...AppFileError.maximumCount).contains(count), "\(TestSeed.hint)")
            }
        }
        #expect(refused > 0, "\(TestSeed.hint)")
    }

    @Test("the nearest name is found for a typing error")
    func nearest() {
        let names = ["speak", "tone", "silence", "exec", "log"]
        #expect(NearestName.of("speek", among: names) == "speak")
        #expect(NearestName.of("Tnoe", among: names) == "tone")
        #expect(NearestName.of("exce", among: names) == "exec")
        #expect(NearestName.of("play", among: names) == nil)
        #expect(NearestName.of("", among: names) == nil)
        #expect(NearestName.of(String(repeating: "x", count: 100_000), among: names) == nil)
    }
}
