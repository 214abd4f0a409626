import Foundation
import SaybusBus
import SaybusTesting
import Testing

@Suite("Invalid input is reported in one clear line with the right exit code")
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let program: String
        let arguments: [String]
        let code: Int32
        let words: String
        var testDescription: String { "\(program) \(arguments.joined(separator: " "))" }

        init(_ program: String, _ arguments: [String], _ code: Int32, _ words: String) {
            (self.program, self.arguments, self.code, self.words) = (program, arguments, code, words)
        }
    }

    /// An address without a broker.
    static let unusedAddress = "ipc:///tmp/saybus-test-nobody-\(UUID().uuidString.prefix(8))"
    /// The options for an address without a broker.
    static let noBroker = ["--bus", unusedAddress, "--wait", "0.2"]

    static let cases = [
        Case("saybus-broker", ["--bus", "pigeon://roof"], 64, "is no bus URL"),
        Case("saybus-broker", ["--bus", "tcp://127.0.0.1:5555"], 64, "--insecure"),
        Case("saybus-broker", ["--bus", "ipc:///proc/no/such"], 69, "such file or directory; choose another --bus"),
        Case("saybus-broker", ["--bus", "ipc:///" + String(repeating: "x", count: 120)], 64, "too long"),
        Case("saybus-intent", noBroker, 69, "start one with: saybus-broker --bus \(unusedAddress)"),
        Case("saybus-intent", ["--bus", "tcp://nowhere"], 64, "is no bus URL"),
        Case("saybus-intent", ["--session", "a b"], 64, "--session takes"),
        Case("saybus-intent", ["--session", "Küche"], 64, "--session takes 1 to 64 letters a to z, digits"),
        Case("saybus-wyoming", ["--satellite", "tcp://a:1=Küche"], 64, "session's name: use 1 to 64 letters a to z"),
        Case("saybus-listen", ["--wake", "hey computer=Küche"], 64, "session's name: use 1 to 64 letters a to z"),
        Case("saybus-intent", ["--instance", "Küche"], 64, "--instance takes 1 to 64 letters a to z, digits"),
        Case("saybus-intent", ["--instance", ""], 64, "--instance takes"),
        Case("saybus-intent", ["--color"], 64, "Unknown option"),
        Case("saybus-intent", ["--buckets", "4/4"], 64, "--buckets takes i/n"),
        Case("saybus-audio", ["--buckets", "half"], 64, "--buckets takes i/n"),
        Case(
            "saybus-intent", ["--session", "den", "--buckets", "0/256"] + noBroker, 64, "does not belong to --buckets"),
        Case("saybus-intent", ["--shadow", "--standby"], 64, "Choose --shadow or --standby"),
        Case("saybus-dispatch", ["--app", "/no/such.yaml", "--shadow"], 64, "Unknown option"),
        Case("saybus-listen", ["--stdin", "--standby"], 64, "Unknown option"),
        Case("saybus-listen", noBroker, 64, "--wav FILE"),
        Case("saybus-listen", ["--wav", "/no/such.wav"] + noBroker, 66, "/no/such.wav"),
        Case("saybus-listen", ["--wav", "/etc/hostname"] + noBroker, 66, "/etc/hostname"),
        Case("saybus-listen", ["--wav", "/etc/hostname", "--stdin"] + noBroker, 64, "one of them"),
        Case("saybus-listen", ["--mic", "no such microphone"] + noBroker, 69, "microphone"),
        Case("saybus-listen", ["--stdin", "--wake", "hey", "--push-to-talk"] + noBroker, 64, "Choose one of"),
        Case(
            "saybus-listen", ["--stdin", "--wake", "hey", "--wake-sensitivity", "1001"] + noBroker, 64,
            "--wake-sensitivity"
        ),
        Case("saybus-listen", ["--stdin", "--wake", "hey"] + noBroker, 64, "it has 1 syllable"),
        Case("saybus-listen", ["--stdin", "--wake", "嘿"] + noBroker, 64, "cannot be listened for"),
        Case("saybus-listen", ["--stdin", "--wake", "hey", "--model", "/no/such"] + noBroker, 69, "/no/such"),
        Case("saybus-listen", ["--stdin", "--gain", "loud"] + noBroker, 64, "--gain takes"),
        Case("saybus-listen", ["--stdin", "--pause-complete", "5"] + noBroker, 64, "--pause-complete takes"),
        Case("saybus-transcribe", ["--engine", "abacus"] + noBroker, 64, "pocketsphinx"),
        Case("saybus-transcribe", ["--model", "/no/such"] + noBroker, 69, "/no/such"),
        Case("saybus-dispatch", ["--app", "/no/such.yaml"] + noBroker, 66, "/no/such.yaml"),
        Case("saybus", ["up", "--app", "/no/such.yaml"] + noBroker, 66, "/no/such.yaml"),
        Case("saybus-dispatch", noBroker, 64, "--app"),
        Case("saybus-audio", ["--sink", "gramophone"] + noBroker, 64, "wav:FILE"),
        Case("saybus-audio", ["--sink", "wav:/no/such/answer.wav"] + noBroker, 78, "there is no folder /no/such"),
    ]

    @Test("the error line names the problem", arguments: cases)
    func refusal(_ example: Case) async throws {
        let program = try ProgramUnderTest(example.program, example.arguments)
        #expect(try await program.exitCode() == example.code)
        let lines = program.lines(.standardError)
        #expect(lines.joined(separator: "\n").contains(example.words), "\(lines)")
        #expect(!lines.contains { $0.contains("Fatal error") || $0.contains("Crash") })
        // With code 64 the parser also prints its usage; all other errors are one line.
        if example.code != 64 { #expect(lines.count == 1, "\(lines)") }
    }

    @Test("an invalid app file is rejected, before the program connects, with file, line and the expected value")
    func appFile() async throws {
        let path = NSTemporaryDirectory() + "saybus-\(UUID().uuidString).yaml"
        try "app: kitchen\ncommands:\n  Light:\n    patterns: 3\n    do:\n      - speak: hello\n".write(
            toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program = try ProgramUnderTest("saybus-dispatch", ["--app", path] + Self.noBroker)
        #expect(try await program.exitCode() == 78)
        let text = program.lines(.standardError).joined(separator: "\n")
        #expect(text.contains("\(path):4:"), "\(text)")
        #expect(text.contains("patterns"))
    }

    @Test("a second broker on one endpoint is rejected with the process id of the first")
    func twoBrokers() async throws {
        let test = try TestBus()
        let second = try ProgramUnderTest("saybus-broker", ["--bus", test.address.url])
        #expect(try await second.exitCode() == 69)
        #expect(second.lines(.standardError).joined().contains("process \(ProcessInfo.processInfo.processIdentifier)"))
    }

    @Test(
        "a program that may have too few files open says so, before a library ends it",
        arguments: [
            ("saybus-intent", [], 10), ("saybus-audio", ["--sink", "null"], 24), ("saybus-intent", [], 24),
            ("saybus-console", ["--http", "127.0.0.1:0"], 30), ("saybus", ["up", "--no-app", "--sink", "null"], 20),
            ("saybus", ["up", "--no-app", "--sink", "null"], 80),
        ] as [(String, [String], Int)])
    func openFiles(_ name: String, _ options: [String], _ limit: Int) async throws {
        let address = try TestBus.freshAddress()
        let program = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", ProgramUnderTest.path(of: name),
            ] + options + ["--bus", address.url])
        #expect(try await program.exitCode() == 69, "\(program.report)")
        let lines = program.lines(.standardError)
        #expect(lines.count == 1 && lines[0].contains("may have only \(limit) files open, and needs"), "\(lines)")
    }

    @Test(
        "the help of every program has an overview and an example",
        arguments: [
            "saybus-broker", "saybus-listen", "saybus-transcribe", "saybus-intent", "saybus-dispatch", "saybus-audio",
            "saybus-tap", "saybus", "saybus-bench",
        ])
    func help(_ name: String) async throws {
        let program = try ProgramUnderTest(name, ["--help"])
        #expect(try await program.exitCode() == 0)
        let text = program.lines().joined(separator: "\n")
        #expect(text.contains("OVERVIEW") && text.contains("Example"), "\(text)")
    }

    @Test("the help on full duplex names the options that the audio stage needs for it")
    func fullDuplex() async throws {
        let program = try ProgramUnderTest("saybus-listen", ["--help"])
        #expect(try await program.exitCode() == 0)
        let text = program.lines().joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("--reference") && text.contains("--barge-in stop"), "\(text)")
    }
}
