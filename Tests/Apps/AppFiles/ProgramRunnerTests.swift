import Foundation
import Testing

@testable import SaybusAppFiles

struct ProgramRunnerTests {
    private let runner = ProgramRunner(grace: .milliseconds(100))

    private func shell(_ script: String, _ arguments: [String] = [], timeout: Duration = .seconds(20)) -> ProgramCall {
        ProgramCall("sh", ["-c", script, "sh"] + arguments, timeout: timeout)
    }

    private func failure(_ call: ProgramCall) async throws -> ProgramFailure? {
        if case .failure(let failure) = try await runner.run(call) { failure } else { nil }
    }

    @Test("a program's output is returned")
    func output() async throws {
        let output = try await runner.run(ProgramCall("printf", ["%s|", "a b", "", "ü"])).get()
        #expect(output == ProgramOutput(bytes: Array("a b||ü|".utf8)))
    }

    @Test("arguments are not interpreted by a shell")
    func noShell() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let value = "; touch x; $(touch y) `touch z` | tee w"
        let output = try await runner.run(ProgramCall("echo", [value], directory: folder)).get()
        #expect(output.firstLine() == value)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("an exit code other than 0 is a failure with the program's error message")
    func exitCode() async throws {
        let failure = try await failure(shell("echo no lamp >&2; exit 3"))
        #expect(failure == ProgramFailure(.exitCode, "sh ended with code 3: no lamp"))
    }

    @Test("a signal is a failure")
    func signal() async throws {
        #expect(try await failure(shell("kill -9 $$")) == ProgramFailure(.signal, "sh was ended by signal 9"))
    }

    @Test("a missing program, file or folder and an invalid executable are failures with descriptions")
    func missing() async throws {
        let name = try await failure(ProgramCall("no-such-program-anywhere"))
        #expect(name?.code == .notFound)
        #expect(name?.reason.contains("no program is called no-such-program-anywhere") == true)
        let path = try await failure(ProgramCall("/no/such/program"))
        #expect(path?.code == .notFound)
        #expect(path?.reason == "there is no program at /no/such/program, or it may not be run")
        let folder = try await failure(ProgramCall("true", directory: "/no/such/folder"))
        #expect(folder?.code == .notStarted)
        #expect(folder?.reason.contains("/no/such/folder") == true)
        #expect(try await failure(ProgramCall("/etc/passwd"))?.code == .notFound)
    }

    /// A script that holds the pipe open, ignores SIGTERM and never ends.
    private static let stubborn = "trap '' TERM; exec 3>\"$1\"; echo here >&3; while :; do sleep 60; done"

    @Test("a program that ignores SIGTERM is killed with its child processes", .timeLimit(.minutes(1)))
    func timeout() async throws {
        let pipe = try ProgramPipe()
        let failure = try await failure(shell(Self.stubborn, [pipe.path], timeout: .seconds(1)))
        #expect(failure == ProgramFailure(.timeout, "sh did not end within 1.0 seconds and was stopped"))
        #expect(await pipe.isHeld())
        #expect(await pipe.isReleased())
    }

    @Test("a program that obeys SIGTERM leaves no child process behind", .timeLimit(.minutes(1)))
    func timeoutOfGroup() async throws {
        let pipe = try ProgramPipe()
        let call = shell("(\(Self.stubborn)) & sleep 60", [pipe.path], timeout: .seconds(1))
        #expect(try await failure(call)?.code == .timeout)
        #expect(await pipe.isHeld())
        #expect(await pipe.isReleased())
    }

    @Test("a program that closes its output and keeps running is stopped", .timeLimit(.minutes(1)))
    func closedOutput() async throws {
        let failure = try await failure(shell("exec >&- 2>&-; sleep 60", timeout: .milliseconds(300)))
        #expect(failure?.code == .timeout)
    }

    @Test("a program is over when it has exited, even if a child process holds its output", .timeLimit(.minutes(1)))
    func background() async throws {
        let output = try await runner.run(shell("sleep 20 & echo started")).get()
        #expect(output.firstLine() == "started")
    }

    @Test("a child process that a program leaves behind ends when the program's time is up", .timeLimit(.minutes(1)))
    func leftBehind() async throws {
        let pipe = try ProgramPipe()
        let call = shell("(\(Self.stubborn)) >&- 2>&- & echo started", [pipe.path], timeout: .seconds(1))
        let began = ContinuousClock.now
        #expect(try await runner.run(call).get().firstLine() == "started")
        #expect(await pipe.isHeld())
        #expect(await pipe.isReleased())
        #expect(ContinuousClock.now - began >= .seconds(1))
    }

    @Test("endless output is truncated, counted, and stopped at the timeout", .timeLimit(.minutes(1)))
    func endless() async throws {
        #expect(try await failure(ProgramCall("yes", timeout: .milliseconds(300)))?.code == .timeout)
        let output = try await runner.run(shell("head -c 3000000 /dev/zero; head -c 500000 /dev/zero >&2")).get()
        #expect(output.bytes.count == ProgramOutput.limit)
        #expect(output.dropped == 3_000_000 + 500_000 - 2 * ProgramOutput.limit)
        #expect(output.firstLine() == "")
    }

    @Test("the input is closed, so that a program that reads it ends")
    func input() async throws {
        let output = try await runner.run(ProgramCall("cat")).get()
        #expect(output.bytes.isEmpty)
    }

    @Test("only harmless variables are inherited, and the call's variables are set")
    func environment() async throws {
        let runner = ProgramRunner(environment: [
            "PATH": "/usr/bin:/bin", "LANG": "C", "LC_ALL": "C", "API_TOKEN": "secret", "LD_PRELOAD": "/x.so",
        ])
        let output = try await runner.run(ProgramCall("env", environment: ["LAMP": "7"])).get()
        let lines = Set(String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init))
        #expect(lines == ["PATH=/usr/bin:/bin", "LANG=C", "LC_ALL=C", "LAMP=7"])
    }

    @Test("cancelling the task ends the program", .timeLimit(.minutes(1)))
    func cancel() async throws {
        let pipe = try ProgramPipe()
        let call = shell(Self.stubborn, [pipe.path], timeout: .seconds(60))
        let task = Task { [runner] in try await runner.run(call) }
        #expect(await pipe.isHeld())
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(await pipe.isReleased())
    }

    @Test("a task cancelled before it starts runs no program to its end", .timeLimit(.minutes(1)))
    func cancelledBefore() async throws {
        let call = shell("sleep 60")
        let task = Task { [runner] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await runner.run(call)
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("a reported line is bounded and has no control characters")
    func lines() {
        #expect(ProgramOutput(bytes: Array("  a\tb \r\nc".utf8)).firstLine() == "a b")
        #expect(ProgramOutput(bytes: [0xFF, 0xFE, 0x41]).firstLine() == "\u{FFFD}\u{FFFD}A")
        #expect(ProgramOutput(bytes: Array(repeating: 0x41, count: 9000)).firstLine().count == ProgramOutput.lineLimit)
    }
}
