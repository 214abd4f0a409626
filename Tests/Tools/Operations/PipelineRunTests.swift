import SaybusMessages
import SaybusTerminal
import SaybusTesting
import Synchronization
import Testing

@testable import SaybusOperations

@Suite("The run of a pipeline whose description changes")
struct PipelineRunTests {
    private final class Transcript: Sendable {
        private let texts = Mutex<[String]>([])
        var output: TextOutput { TextOutput { [self] text in texts.withLock { $0.append(text) } } }
        var text: String { texts.withLock { $0.joined() } }
    }

    private static func program(_ name: String, _ arguments: [String] = []) -> ChildProgram {
        ChildProgram(name: name, path: "/nowhere/\(name)", arguments: arguments)
    }

    private static func run(
        _ programs: [ChildProgram], _ transcript: Transcript = Transcript(),
        running: RunningProcesses = RunningProcesses()
    ) -> PipelineRun {
        var run = PipelineRun(
            programs, launcher: "/nowhere/saybus", running: running,
            log: SupervisorLog(programs.map(\.name), to: transcript.output))
        _ = run.start(now: 0)
        return run
    }

    @Test("after two mistakes in a row, the second while the program still ends, it runs as when it last worked")
    func mistakesInRow() {
        let (good, one) = (Self.program("one", ["good"]), Self.program("two"))
        let transcript = Transcript()
        var run = Self.run([good, one], transcript)
        _ = run.record(.ready(0), now: 1)
        let first = run.record(.change([Self.program("one", ["bad"]), one]), now: 2)
        #expect(first == [.terminate(0)])
        let second = run.record(.change([Self.program("one", ["worse"]), one]), now: 3)
        #expect(second == [], "it is ending already")
        let launch = run.record(.ended(0, .exited(0)), now: 4)
        #expect(launch == [.launch(0)] && run.programs[0].arguments == ["worse"])
        let back = run.record(.ended(0, .exited(78)), now: 5)
        #expect(back == [.launch(0)] && run.programs[0] == good)
        #expect(transcript.text.contains("it runs as before until the file is mended"), "\(transcript.text)")
    }

    @Test("a mistake in a program that has never worked, mended by another mistake, leaves it out")
    func neverWorked() {
        let one = Self.program("one")
        var run = Self.run([one])
        _ = run.record(.change([one, Self.program("two", ["bad"])]), now: 1)
        _ = run.record(.change([one, Self.program("two", ["worse"])]), now: 2)
        _ = run.record(.ended(1, .exited(0)), now: 3)
        let end = run.record(.ended(1, .exited(78)), now: 4)
        #expect(end == [], "there is nothing to return to")
        let mended = run.record(.change([one, Self.program("two")]), now: 5)
        #expect(mended == [.launch(2)])
    }

    @Test("a program that is removed and added again while it still ends is started only once it has ended")
    func addedAgain() {
        let (one, two) = (Self.program("one"), Self.program("two"))
        var run = Self.run([one, two])
        let removal = run.record(.change([two]), now: 1)
        #expect(removal == [.terminate(0)])
        let addition = run.record(.change([two, one]), now: 2)
        #expect(addition == [])
        let end = run.record(.ended(0, .signalled(15)), now: 3)
        #expect(end == [.launch(0)])
        _ = run.record(.ready(0), now: 4)
        _ = run.record(.change([two]), now: 5)
        _ = run.record(.ended(0, .exited(0)), now: 6)
        let later = run.record(.change([two, one]), now: 7)
        #expect(later == [.launch(2)], "its name is free")
    }

    @Test("a broker that was removed and added again is still ended after the stages")
    func endsBrokerLast() {
        let (broker, intent, audio) = (Self.program("broker"), Self.program("intent"), Self.program("audio"))
        var run = Self.run([broker, intent, audio])
        _ = run.record(.change([intent, audio]), now: 1)
        _ = run.record(.ended(0, .exited(0)), now: 2)
        let addition = run.record(.change([broker, intent, audio]), now: 3)
        #expect(addition == [.launch(3)])
        let stop = run.record(.stop, now: 4)
        #expect(stop == [.terminate(2)])
        let next = run.record(.ended(2, .exited(0)), now: 5)
        #expect(next == [.terminate(1)])
        let last = run.record(.ended(1, .exited(0)), now: 6)
        #expect(last == [.terminate(3)])
    }

    @Test("programs that only change places in the file go on, and are ended in the reverse of the new order")
    func endsInNewOrder() {
        let (one, two) = (Self.program("one"), Self.program("two"))
        var run = Self.run([one, two])
        let change = run.record(.change([two, one]), now: 1)
        #expect(change == [])
        let stop = run.record(.stop, now: 2)
        #expect(stop == [.terminate(0)])
    }

    @Test("when the ports of the metrics move, a program takes its port once the one before has left it")
    func movedPorts() {
        func programs(_ names: [String]) -> [ChildProgram] {
            names.enumerated().map { Self.program($1, ["--metrics", "127.0.0.1:\(9465 + $0)"]) }
        }
        var run = Self.run(programs(["one", "two"]))
        let insertion = run.record(.change(programs(["one", "new", "two"])), now: 1)
        #expect(insertion == [.terminate(1)], "the new one waits for the port of the second")
        let end = run.record(.ended(1, .exited(0)), now: 2)
        #expect(end == [.launch(1), .launch(2)])
        let own = Self.program("one", ["--metrics=127.0.0.1:0", "--", "x", "--metrics", "127.0.0.1:1"])
        #expect(own.metricsPort == nil)
        #expect(Self.program("one", ["--metrics=127.0.0.1:7"]).metricsPort == 7)
    }

    @Test("a program that is removed while it waits for its next start, or after its work, is no longer told of")
    func removedWithoutProcess() {
        let (one, two) = (Self.program("one"), Self.program("two"))
        let three = ChildProgram(
            name: "three", path: "/nowhere/three", arguments: [], rule: Supervisor.Rule(mayFinish: true))
        let running = RunningProcesses()
        var run = Self.run([one, two, three], running: running)
        for number in 0...2 { _ = run.launch(number) }
        for (number, code) in [(1, 69), (2, 0)] as [(Int, Int32)] {
            for action in run.record(.ended(number, .exited(code)), now: 1) { run.perform(action, now: 1) }
        }
        #expect(running.programs(now: 1).map(\.state) == [.running, .waiting, .finished])
        let removal = run.record(.change([one]), now: 2)
        #expect(removal == [])
        #expect(running.programs(now: 2).map(\.instance) == ["one"])
    }

    @Test("of ends that are alike, one after the other, fewer and fewer are told of, until a description is new")
    func crashLoop() {
        let transcript = Transcript()
        var run = Self.run([Self.program("one")], transcript)
        var now: Int64 = 0
        func told() -> Int { transcript.text.split(separator: "\n").count { $0.contains("one ended with exit code") } }
        func end(_ times: Int, _ code: Int32) {
            for _ in 0..<times {
                for action in run.record(.ended(0, .exited(code)), now: now) { run.perform(action, now: now) }
                now += Supervisor.maximumPause
                for action in run.record(.tick, now: now) { run.perform(action, now: now) }
            }
        }
        end(40, 69)
        #expect(told() == 7, "1, 2, 3, 4, 8, 16, 32: \(transcript.text)")
        #expect(transcript.text.contains("one ended with exit code 69, 32 times in a row; it is started again in 10 s"))
        end(1, 70)
        #expect(told() == 8, "another end is told of")
        end(40, 69)
        #expect(told() == 15)
        _ = run.record(.change([Self.program("one", ["new"])]), now: now)
        end(1, 69)
        end(1, 69)
        #expect(told() == 16, "the first end was that of the former description: \(transcript.text)")
    }

    @Test("a program in a loop tells only what is new, and everything once it is ready")
    func repeatedLines() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.script(
            "one",
            """
            echo "one: no server at port $$"
            echo new
            echo ready role=dispatch instance=one after=1ms
            echo "one: no server at port $$"
            """)
        let child = ChildProcess(
            ChildProgram(name: "one", path: script, arguments: []), launcher: ProgramUnderTest.directory + "/saybus",
            running: RunningProcesses(), silenced: ["one: no server at port "])
        let transcript = Transcript()
        let output = transcript.output
        let end = await child.run(started: { _ in }) { output.line($0.withoutNumbers) }
        let lines = transcript.text.split(separator: "\n")
        #expect(end == .exited(0))
        #expect(
            lines == ["new", "ready role=dispatch instance=one after=ms", "one: no server at port "],
            "\(transcript.text)")
        #expect(child.lines.contains("one: no server at port "))
    }
}
