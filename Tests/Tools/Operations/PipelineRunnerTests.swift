import Foundation
import SaybusOperations
import SaybusStage
import SaybusTerminal
import SaybusTesting
import Synchronization
import Testing

@Suite("Running child programs")
struct PipelineRunnerTests {
    private static let launcher = ProgramUnderTest.directory + "/saybus"

    /// The output of the runner.
    private final class Transcript: Sendable {
        private let texts = Mutex<[String]>([])
        var output: TextOutput { TextOutput { [self] text in texts.withLock { $0.append(text) } } }
        var text: String { texts.withLock { $0.joined() } }
    }

    private func runner(_ programs: [ChildProgram], _ transcript: Transcript = Transcript()) -> PipelineRunner {
        PipelineRunner(programs, launcher: Self.launcher, output: transcript.output)
    }

    @Test("children are ended in the reverse order of their start, each after the previous one has ended")
    func order() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder)
        let programs = try ["one", "two", "three"].map { name in
            ChildProgram(name: name, path: try folder.script(name, wire.body(name)), arguments: [])
        }
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        async let run: Void = runner(programs).run(stops: stops)
        var ups = 0
        var downs: [String] = []
        for await line in wire.lines {
            if line.contains("up") {
                ups += 1
                if ups == 3 { stop.yield() }
            } else {
                downs.append(line)
            }
        }
        try await run
        #expect(downs == ["three down", "two down", "one down"])
    }

    @Test("what runs beside the children ends before they do")
    func companion() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder)
        let transcript = Transcript()
        let left = folder.path("left")
        try #require(mkfifo(left, 0o600) == 0)
        let pipe = open(left, O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        // The child ends only after its companion.
        let child = try folder.script(
            "one",
            """
            exec 3>"\(wire.path)"
            trap 'read line <"\(left)"; exit 0' TERM
            echo up >&3
            tail --pid=$$ -f /dev/null 3>&- &
            wait $!
            """)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        async let run: Void = runner([ChildProgram(name: "one", path: child, arguments: [])], transcript).run(
            stops: stops
        ) { _ in
            let never = AsyncStream<Void> { _ in }
            for await _ in never {}
            _ = write(pipe, "over\n", 5)
        }
        for await line in wire.lines where line == "up" { stop.yield() }
        try await run
        #expect(!transcript.text.contains("is killed"))
    }

    @Test("a killed child is restarted, and the log says so")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder, staysOpen: true)
        let transcript = Transcript()
        let program = ChildProgram(name: "one", path: try folder.script("one", wire.body("one")), arguments: [])
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        async let run: Void = runner([program], transcript).run(stops: stops)
        var processes: [Int32] = []
        for await line in wire.lines where line.hasPrefix("one up ") {
            let process = try #require(Int32(line.split(separator: " ")[2]))
            processes.append(process)
            if processes.count == 3 { break }
            kill(process, SIGKILL)
        }
        stop.yield()
        try await run
        #expect(Set(processes).count == 3)
        #expect(transcript.text.contains("one was ended by signal 9 (Killed); it is started again at once"))
        #expect(transcript.text.contains("it is started again in 0.25 s"))
    }

    @Test("a misconfigured child ends all with its exit code and message", arguments: [Int32(64), 78])
    func givesUp(code: Int32) async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder)
        let transcript = Transcript()
        // One program keeps running, so that there is a program to end.
        let bad = try folder.script(
            "bad", "cat \"\(wire.path)2\" >/dev/null; echo 'bad: no such setting' >&2; echo after; exit \(code)")
        try #require(mkfifo(wire.path + "2", 0o600) == 0)
        let good = try folder.script("good", "echo go >\"\(wire.path)2\"\n" + wire.body("good"))
        let programs = [
            ChildProgram(name: "good", path: good, arguments: []), ChildProgram(name: "bad", path: bad, arguments: []),
        ]
        let error = await #expect(throws: StageFailure.self) {
            try await runner(programs, transcript).run(stops: AsyncStream { _ in })
        }
        #expect(error?.code.rawValue == code)
        #expect(
            error?.reason == "all programs were stopped, because bad ended with exit code \(code): bad: no such setting"
        )
        #expect(transcript.text.contains("bad    │ bad: no such setting\n"))
        #expect(transcript.text.contains("bad    │ after\n"))
    }

    @Test("a child that was ready, and later meets a mistake in a file of its own, is restarted and ends no other")
    func mistakeInFile() async throws {
        let folder = try TemporaryFolder()
        let transcript = Transcript()
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let output = TextOutput { text in
            transcript.output.text(text)
            if text.contains("started again in 0.5 s") { stop.yield() }
        }
        let child = try folder.script(
            "app",
            """
            if [ -e "\(folder.path("wrong"))" ]; then echo 'app: no such key' >&2; exit 78; fi
            : >"\(folder.path("wrong"))"
            echo 'ready role=dispatch instance=app after=1ms' >&2
            exit 78
            """)
        try await PipelineRunner(
            [ChildProgram(name: "app", path: child, arguments: [])], launcher: Self.launcher, output: output
        ).run(stops: stops)
        #expect(transcript.text.contains("app ended with exit code 78; it is started again at once"))
        #expect(transcript.text.contains("app ended with exit code 78; it is started again in 0.25 s"))
    }

    @Test("a second stop kills a child that ignores SIGTERM, with all processes that it has started")
    func force() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder)
        let stubborn = try folder.script(
            "stubborn",
            """
            exec 3>"\(wire.path)"
            trap 'echo no >&3' TERM
            echo up >&3
            while :; do tail --pid=$$ -f /dev/null & wait $!; done
            """)
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        async let run: Void = runner([ChildProgram(name: "stubborn", path: stubborn, arguments: [])]).run(stops: stops)
        // This returns when the last process that has the pipe open has ended.
        for await line in wire.lines { if line == "up" || line == "no" { stop.yield() } }
        try await run
    }

    @Test("a program that has finished is not restarted")
    func finishes() async throws {
        let folder = try TemporaryFolder()
        let transcript = Transcript()
        let program = ChildProgram(
            name: "work", path: try folder.script("work", "printf 'no line end'"), arguments: [],
            rule: Supervisor.Rule(mayFinish: true))
        try await runner([program], transcript).run(stops: AsyncStream { _ in })
        #expect(transcript.text == "work   │ no line end\nsaybus │ work has come to the end of its work\n")
    }

    @Test("arguments arrive unchanged, and a child's control characters do not reach the terminal")
    func arguments() async throws {
        let folder = try TemporaryFolder()
        let transcript = Transcript()
        let words = ["--parent", "a b", "$HOME", "", "--", "-x"]
        let program = ChildProgram(
            name: "w", path: try folder.script("w", #"for word; do printf '[%s]' "$word"; done; printf '\033[31m\n'"#),
            arguments: words, rule: Supervisor.Rule(mayFinish: true))
        try await runner([program], transcript).run(stops: AsyncStream { _ in })
        #expect(transcript.text.contains("w      │ [--parent][a b][$HOME][][--][-x]\\u{1b}[31m\n"))
    }

    @Test("a child is ended by a broken pipe, as is usual, although the programs of the pipeline ignore SIGPIPE")
    func brokenPipe() async throws {
        let folder = try TemporaryFolder()
        let transcript = Transcript()
        let program = ChildProgram(
            name: "w", path: try folder.script("w", "grep SigIgn /proc/$$/status"), arguments: [],
            rule: Supervisor.Rule(mayFinish: true))
        try await runner([program], transcript).run(stops: AsyncStream { _ in })
        let line = try #require(transcript.text.split(separator: "\n").first { $0.contains("SigIgn") })
        let ignored = try #require(UInt64(line.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16))
        #expect(ignored & 1 << UInt64(SIGPIPE - 1) == 0)
    }

    @Test("a missing program is reported and tried again")
    func absent() async throws {
        let transcript = Transcript()
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let output = TextOutput { text in
            transcript.output.text(text)
            if text.contains("started again") { stop.yield() }
        }
        let program = ChildProgram(name: "w", path: "/nowhere/w", arguments: [])
        try await PipelineRunner([program], launcher: Self.launcher, output: output).run(stops: stops)
        #expect(transcript.text.contains("cannot start /nowhere/w: No such file or directory"))
    }

    @Test("of a changed pipeline, only what differs is ended, started, or started again")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder, staysOpen: true)
        func program(_ name: String, _ arguments: [String] = []) throws -> ChildProgram {
            ChildProgram(name: name, path: try folder.script(name, wire.body(name)), arguments: arguments)
        }
        let (one, two, three, four) = (
            try program("one"), try program("two"), try program("three"), try program("four")
        )
        let changed = ChildProgram(name: "two", path: two.path, arguments: ["--changed"])
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let (changes, change) = AsyncStream.makeStream(of: [ChildProgram].self)
        let transcript = Transcript()
        async let run: Void = runner([one, two, three], transcript).run(stops: stops, changes: changes)
        var seen: [String] = []
        for await line in wire.lines {
            seen.append(line.split(separator: " ").prefix(2).joined(separator: " "))
            if seen.count == 3 { change.yield([one, changed, four]) }
            // Two ends, and two starts.
            if seen.count == 7 { break }
        }
        stop.yield()
        try await run
        #expect(Set(seen.prefix(3)) == ["one up", "two up", "three up"])
        #expect(Set(seen.dropFirst(3)) == ["two down", "two up", "three down", "four up"])
        #expect(
            transcript.text.contains("the pipeline has changed: ends three; starts again two; starts four"),
            "\(transcript.text)")
    }

    @Test("a changed program that is misconfigured runs as before, and a new one is left out")
    func rejected() async throws {
        let folder = try TemporaryFolder()
        let wire = try NamedPipe(in: folder, staysOpen: true)
        let good = ChildProgram(name: "one", path: try folder.script("one", wire.body("one")), arguments: [])
        let bad = try folder.script("bad", "echo 'bad: no such model'\nexit 78")
        let (stops, stop) = AsyncStream.makeStream(of: Void.self)
        let (changes, change) = AsyncStream.makeStream(of: [ChildProgram].self)
        let transcript = Transcript()
        let output = TextOutput { text in
            transcript.output.text(text)
            if text.contains("it is left out") { stop.yield() }
        }
        async let run: Void = PipelineRunner([good], launcher: Self.launcher, output: output).run(
            stops: stops, changes: changes)
        var ups = 0
        for await line in wire.lines where line.contains(" up ") {
            ups += 1
            if ups == 1 { change.yield([ChildProgram(name: "one", path: bad, arguments: [])]) }
            if ups == 2 { break }
        }
        change.yield([good, ChildProgram(name: "two", path: bad, arguments: [])])
        try await run
        #expect(
            transcript.text.contains("one ended with exit code 78: bad: no such model; it runs as before"),
            "\(transcript.text)")
        #expect(transcript.text.contains("two ended with exit code 78: bad: no such model; it is left out"))
    }
}
