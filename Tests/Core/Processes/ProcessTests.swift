import Foundation
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusProcesses

@Suite("Child processes")
struct ProcessTests {
    @Test("captured output is cut at the limit, and the rest is counted")
    func limit() async throws {
        let command = ProcessCommand("/bin/sh", ["-c", "printf 0123456789; printf abc >&2; exit 3"])
        let run = try await command.capture(limit: 4).get()
        #expect(run.termination == .exited(3))
        #expect(run.output.text == "0123" && run.output.dropped == 6)
        #expect(run.errors.text == "abc" && run.errors.dropped == 0)
    }

    @Test("a program is looked up in PATH, and gets its environment and its working directory")
    func settings() async throws {
        let command = ProcessCommand(
            "sh", ["-c", "echo $WORD; pwd"], environment: ["PATH": "/usr/bin:/bin", "WORD": "hello"])
        #expect(try await command.capture(limit: 100, directory: "/usr").get().output.text == "hello\n/usr\n")
    }

    @Test("each reason why a program cannot be run has its own error code")
    func errors() async throws {
        func code(_ command: ProcessCommand, directory: String? = nil) async throws -> ProcessError.Code? {
            guard case .failure(let error) = try await command.capture(limit: 100, directory: directory) else {
                return nil
            }
            return error.code
        }
        #expect(try await code(ProcessCommand("/nowhere/program")) == .notFound)
        #expect(try await code(ProcessCommand("/bin/true"), directory: "/nowhere") == .badDirectory)
        let spawned = #expect(throws: ProcessError.self) { try SpawnedProcess(ProcessCommand("/nowhere/program")) }
        #expect(spawned?.code == .notFound)
    }

    @Test("a lack of descriptors, memory or processes is told as it is, rather than as a missing folder")
    func scarcity() {
        for number in [EMFILE, ENFILE, ENOMEM, EAGAIN] {
            let error = ProcessError(.badDirectory, "cannot enter /here", errno: number)
            #expect(error.code == .notStarted && error.reason == String(cString: strerror(number)))
        }
        #expect(ProcessError(.badDirectory, "cannot enter /here", errno: ENOENT).code == .badDirectory)
        #expect(ProcessError(.notFound, "no program", errno: nil).reason == "no program")
    }

    @Test("a program that does not end in time is killed with all that it has started", .timeLimit(.minutes(1)))
    func timeout() async throws {
        let folder = try TemporaryFolder()
        let pipe = try NamedPipe(in: folder)
        let script = "exec 3>'\(pipe.path)'; trap '' TERM; sleep 1000 & wait; wait"
        let result = try await ProcessCommand("/bin/sh", ["-c", script]).capture(
            limit: 100, timeout: .milliseconds(300), grace: .milliseconds(100))
        #expect(throws: ProcessError.self) { try result.get() }
        // Reading ends when the last process that can write to the pipe has ended.
        await pipe.waitForEnd()
    }

    @Test("the events of an observed program are its start, its output and its exit, in this order")
    func events() async throws {
        let events = Mutex<[String]>([])
        let termination = try await ProcessCommand("/bin/sh", ["-c", "echo one; kill -9 $$"]).observe { event in
            let word =
                switch event {
                case .started: "started"
                case .output(let bytes): String(decoding: bytes, as: UTF8.self)
                case .outputLost(let reason): reason
                case .exited(let id): kill(id, 0) == 0 ? "exited" : "reaped"
                }
            events.withLock { $0.append(word) }
        }
        #expect(termination == .signalled(SIGKILL))
        #expect(events.withLock { $0 } == ["started", "one\n", "exited"])
    }

    @Test("a spawned program ends with the object that owns it and leaves no zombie")
    func owned() async throws {
        var process: SpawnedProcess? = try SpawnedProcess(ProcessCommand("sleep", ["1000"]))
        let id = try #require(process?.processID)
        #expect(process?.blockingTermination(before: .now + .milliseconds(10)) == nil)
        process = nil
        #expect(kill(id, 0) == -1 && errno == ESRCH)
        let short = try SpawnedProcess(ProcessCommand("sh", ["-c", "exit 7"]))
        #expect(short.blockingTermination(before: .now + .seconds(20)) == .exited(7))
    }
}
