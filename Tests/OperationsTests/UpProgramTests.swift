import Bus
import Foundation
import Operations
import SaybusTesting
import Testing

@Suite("saybus up as a process")
struct UpProgramTests {
    private static let roles = ["broker", "audio", "dispatch", "intent", "transcribe"]

    /// The real `saybus` and scripts in place of the other programs, in a folder.
    ///
    /// It is a link, since a copy could not be run as long as a child that another test starts at this moment has it open.
    private func scripted(_ folder: Folder, _ wire: Wire) throws -> String {
        let program = folder.path + "/saybus"
        try FileManager.default.linkItem(atPath: ProgramUnderTest.directory + "/saybus", toPath: program)
        for role in Self.roles { try folder.script("saybus-\(role)", wire.body(role)) }
        return program
    }

    private func up(_ folder: Folder, _ program: String) throws -> ProgramUnderTest {
        let app = try folder.write("app.yaml", "app: test\n")
        return try ProgramUnderTest(
            program, ["up", "--app", app, "--sink", "null", "--bus", TestBus.freshAddress().url])
    }

    @Test(
        "SIGTERM and SIGINT end the children in reverse order and then the program with code 0",
        arguments: [SIGTERM, SIGINT])
    func signal(_ signal: Int32) async throws {
        let folder = try Folder(in: ProgramUnderTest.directory)
        let wire = try Wire(in: folder)
        let program = try up(folder, scripted(folder, wire))
        var ups = 0
        var downs: [String] = []
        for await line in wire.lines {
            if line.contains(" up ") {
                ups += 1
                if ups == Self.roles.count { program.send(signal) }
            } else {
                downs.append(line)
            }
        }
        #expect(try await program.exitCode() == 0)
        #expect(downs == Self.roles.reversed().map { "\($0) down" }, "\(program.lines(.standardError))")
    }

    @Test("a supervisor that is killed takes its children with it")
    func killed() async throws {
        let folder = try Folder(in: ProgramUnderTest.directory)
        let wire = try Wire(in: folder)
        let program = try up(folder, scripted(folder, wire))
        var ups = 0
        var downs = 0
        // Ends when none of them holds the pipe any more.
        for await line in wire.lines {
            if line.contains(" up ") { ups += 1 } else { downs += 1 }
            if ups == Self.roles.count { program.send(SIGKILL) }
        }
        #expect(try await program.exitCode() == 128 + SIGKILL)
        #expect(ups == Self.roles.count && downs == 0)
    }

    @Test("the real pipeline gets ready, answers, and survives the death of a stage")
    func pipeline() async throws {
        let address = try TestBus.freshAddress()
        let folder = try Folder()
        let app = try folder.write(
            "app.yaml",
            """
            app: test
            language: en-US
            commands:
              Next:
                summary: Goes on.
                patterns: [next]
                do: [{speak: Next.}]

            """)
        let up = try ProgramUnderTest("saybus", ["up", "--app", app, "--sink", "null", "--bus", address.url])
        try await up.line(within: .seconds(40)) { $0.hasPrefix("pipeline ready after=") }
        let first = try ProgramUnderTest("saybus", ["ask", "next", "--bus", address.url])
        #expect(try await first.exitCode() == 0)
        #expect(first.lines().contains { $0.contains("command.invoked") && $0.contains("test.Next") })
        #expect(first.lines().last?.contains("handled") == true)

        // The number stands in the status, as anybody would look it up.
        let status = try ProgramUnderTest("saybus", ["status", "--json", "--bus", address.url])
        #expect(try await status.exitCode() == 0)
        struct Line: Decodable {
            let role: String
            let pid: Int32
        }
        let stages = try JSONDecoder().decode([Line].self, from: Data(status.lines().joined().utf8))
        #expect(Set(stages.map(\.role)) == Set(Self.roles))
        kill(try #require(stages.first { $0.role == "intent" }).pid, SIGKILL)
        try await up.line(on: .standardError) { $0.contains("intent was ended by signal 9") }
        let second = try ProgramUnderTest("saybus", ["ask", "next", "--bus", address.url])
        #expect(try await second.exitCode() == 0)

        let other = try ProgramUnderTest("saybus", ["up", "--app", app, "--sink", "null", "--bus", address.url])
        #expect(try await other.exitCode() == 69)
        #expect(other.lines().isEmpty)
        up.send(SIGINT)
        #expect(try await up.exitCode() == 0)
    }

    @Test("a wrong app ends everything with code 78 and the reason")
    func wrongApp() async throws {
        let folder = try Folder()
        let app = try folder.write("app.yaml", "app: [\n")
        let up = try ProgramUnderTest(
            "saybus", ["up", "--app", app, "--sink", "null", "--bus", TestBus.freshAddress().url])
        #expect(try await up.exitCode() == 78)
        let last = try #require(up.lines(.standardError).last)
        #expect(last.hasPrefix("saybus up: everything was stopped, since dispatch ended with exit code 78: "))
        #expect(last.contains("app.yaml"))
    }
}
