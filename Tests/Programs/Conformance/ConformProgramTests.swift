import Foundation
import SaybusTesting
import Testing

@Suite("The saybus conform command")
struct ConformProgramTests {
    @Test("a run yields a table for people, JSON for programs, and an exit code")
    func output() async throws {
        let intent = "\(ProgramUnderTest.directory)/saybus-intent"
        let checks = ["--check", "ready", "--check", "answer"]
        let table = try ProgramUnderTest("saybus", ["conform", "--role", "intent"] + checks + ["--", intent])
        #expect(try await table.exitCode(within: .seconds(40)) == 0)
        let lines = table.lines()
        #expect(lines.count == 3 && lines[0].hasPrefix("passed") && lines[0].contains("ready"), "\(lines)")
        #expect(lines.last == "2 passed")

        // An intent stage under the audio role: only its first status shows that it is the wrong program.
        let wrong = try ProgramUnderTest(
            "saybus", ["conform", "--role", "audio", "--start-time", "1", "--json", "--check", "ready", "--", intent])
        #expect(try await wrong.exitCode(within: .seconds(40)) == 1)
        let json = wrong.lines().joined()
        #expect(json.contains("\"failed\"") && json.contains("audio/"), "\(json)")
    }

    @Test(
        "an invalid run is rejected with a message",
        arguments: [
            (["--role", "intent", "--", "/no/such/program"], Int32(66), "/no/such/program"),
            (["--role", "intent", "--", "no-such-program-as-this"], 66, "no-such-program-as-this"),
            (["--role", "intent"], 64, "after --"),
            (["--role", "poet", "--", "true"], 64, "transcribe"),
        ])
    func refused(arguments: [String], code: Int32, word: String) async throws {
        let program = try ProgramUnderTest("saybus", ["conform"] + arguments)
        #expect(try await program.exitCode() == code)
        #expect(program.lines(.standardError).joined(separator: "\n").contains(word))
    }

    @Test("a signal ends the program under test, too", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let pipe = try NamedPipe(in: folder)
        let script = "exec 3>'\(pipe.path)'; echo up >&3; exec sleep 1000"
        let run = try ProgramUnderTest(
            "saybus", ["conform", "--role", "intent", "--start-time", "60", "--", "/bin/sh", "-c", script])
        var lines = pipe.lines.makeAsyncIterator()
        let first = await lines.next()
        #expect(first == "up", "\(run.report)")
        let began = ContinuousClock.now
        run.send(signal)
        #expect(try await run.exitCode() == 128 + signal, "\(run.report)")
        // The pipe gives up after half a minute if the program holds it open.
        while await lines.next() != nil {}
        #expect(ContinuousClock.now - began < .seconds(20))
    }
}
