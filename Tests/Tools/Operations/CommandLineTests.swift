import Foundation
import SaybusMessages
import SaybusOperations
import SaybusStage
import SaybusTesting
import Testing

@Suite("saybus on the command line")
struct CommandLineTests {
    private func run(_ arguments: String...) async throws -> (code: Int32, output: [String], errors: [String]) {
        try await run(arguments)
    }

    private func run(_ arguments: [String]) async throws -> (code: Int32, output: [String], errors: [String]) {
        let program = try ProgramUnderTest("saybus", arguments)
        let code = try await program.exitCode()
        return (code, program.lines(), program.lines(.standardError))
    }

    @Test(
        "the help shows examples and exit codes, but not the hidden command",
        arguments: [
            "", "up", "ask", "say", "status", "doctor", "schema", "evaluate speech", "evaluate intent",
            "evaluate endpointing", "evaluate wake", "evaluate echo",
        ])
    func help(command: String) async throws {
        let (code, output, _) = try await run(command.split(separator: " ").map(String.init) + ["--help"])
        let text = output.joined(separator: "\n")
        #expect(code == 0 && text.contains("Example") && text.contains("Exit codes:"))
        #expect(!text.contains("launch"))
    }

    private static let programs = [
        "saybus", "saybus-broker", "saybus-listen", "saybus-transcribe", "saybus-intent", "saybus-dispatch",
        "saybus-audio", "saybus-tap", "saybus-bench",
    ]

    @Test("the version of every program is the project's", arguments: programs)
    func version(name: String) async throws {
        let program = try ProgramUnderTest(name, ["--version"])
        #expect(try await program.exitCode() == 0)
        #expect(program.lines() == [ProjectVersion.current], "\(program.report)")
    }

    @Test("an unknown option is named with exit code 64, whatever else is missing", arguments: programs)
    func unknownOption(name: String) async throws {
        let program = try ProgramUnderTest(name, ["--nonsense"])
        #expect(try await program.exitCode() == 64)
        #expect(program.lines(.standardError).first?.contains("--nonsense") == true, "\(program.report)")
    }

    @Test(
        "bad usage ends with exit code 64",
        arguments: [
            ["up", "--wav", "a", "--mic"], ["up", "--bus", "nonsense"], ["up", "--", "hear.py"], ["ask"],
            ["ask", "x", "--repeat", "0"],
            ["ask", "x", "--timeout", "0"], ["ask", "x", "--timeout", "nan"], ["ask", "x", "--wait", "-1"],
            ["ask", "x", "--session", "a b"], ["say", "x", "--timeout", "1e300"], ["status", "--bus", "ftp://x"],
            ["status", "--require", ","],
            ["schema", "nothing"], ["doctor", "--bus", "x"], ["nothing"],
        ])
    func usage(arguments: [String]) async throws {
        let program = try ProgramUnderTest("saybus", arguments)
        #expect(try await program.exitCode() == 64)
        #expect(!program.lines(.standardError).isEmpty)
    }

    @Test(
        "without a broker, the commands end at once with exit code 69 and one line",
        arguments: [["ask", "x"], ["say", "x"], ["status"]])
    func noBroker(arguments: [String]) async throws {
        let program = try ProgramUnderTest("saybus", arguments + ["--bus", "ipc:///nowhere/at/all"])
        #expect(try await program.exitCode() == 69)
        #expect(program.lines(.standardError).count == 1)
        #expect(program.lines(.standardError).first?.contains("saybus-broker --bus ipc:///nowhere/at/all") == true)
    }

    @Test("a language file to check that cannot be read ends with exit code 66, an invalid one with 78")
    func languageCheck() async throws {
        let missing = try await run("language", "--check", "/nowhere/de.json")
        #expect(missing.code == 66)
        #expect(missing.errors == ["saybus language: /nowhere/de.json: it cannot be read: No such file or directory"])
        let folder = try TemporaryFolder()
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path + "/de.json"))
        let invalid = try await run("language", "--check", folder.path + "/de.json")
        #expect(invalid.code == 78)
    }

    private func schema(_ kind: String?) throws -> JSONValue {
        try JSONValue(parsing: Array(SchemaListing.text(kind).utf8))
    }

    @Test("a schema is printed for every kind, the header and the stamp, alone and together")
    func schemas() throws {
        let all = try schema(nil)
        let kinds = MessageCatalog.all.map { $0.kind.rawValue }
        for name in kinds + ["header", "stamp"] {
            let one = try schema(name)
            let title: JSONValue = .string(name)
            #expect(all[name] == one)
            #expect(one["title"] == title)
        }
        let error = #expect(throws: StageFailure.self) { _ = try schema("speech.\u{1B}") }
        #expect(error?.code == .usage && error?.reason.contains("speech.transcript") == true)
        #expect(error?.reason.contains("\u{1B}") == false)
    }

    @Test("launch starts no program when the given process is not its parent")
    func orphan() async throws {
        let (code, output, errors) = try await run("launch", "--parent", "1", "--", "/bin/echo", "started")
        // Process 1 is the parent only when this test process itself is process 1, as in some containers.
        #expect((code == 1 && errors.first?.contains("has gone") == true) || getpid() == 1)
        #expect(output.isEmpty)
        let nothing = try await run("launch", "--parent", "\(getpid())")
        #expect(nothing.code == 64)
        let absent = try await run("launch", "--parent", "\(getpid())", "--", "/nowhere/program")
        #expect(absent.code == 69)
    }
}
