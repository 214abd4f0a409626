import Foundation
import SaybusTesting
import Testing

@testable import SaybusBenchmarks

@Suite("Runs of benchmarks")
struct BenchmarkRunTests {
    private static func run(_ values: [String: Double] = ["rate": 5000], share: Double? = 0) -> BenchmarkRun {
        BenchmarkRun(
            command: ["bus"], version: "1.2.3", isOptimized: true, at: Date(timeIntervalSince1970: 1_700_000_000),
            seconds: 2.5, machine: Machine(processor: "P", processors: 2, memoryBytes: 1 << 34, kernel: "Linux 6"),
            load: MachineLoad(share: share),
            figures: values.sorted { $0.key < $1.key }.map { Figure($0.key, $0.value, "utt/s", goal: .atLeast(6000)) })
    }

    @Test("a machine that is busy with other programs is a reason to doubt figures of speed")
    func doubt() {
        #expect(Self.run(share: 0.02).doubt == nil)
        #expect(Self.run(share: nil).doubt == nil)
        #expect(Self.run(share: 0.43).doubt == "other programs used 43 % of the processors meanwhile")
        #expect(Self.run().missed(judgesSpeed: true).count == 1)
        #expect(Self.run().missed(judgesSpeed: false).isEmpty)
    }

    @Test("a lost message is a missed goal on any machine")
    func exactness() {
        var run = Self.run(share: 1)
        run.figures = [Figure("lost", 1, "messages", goal: .atMost(0)), Figure("p50", 9, "ms", goal: .atMost(1))]
        #expect(run.missed(judgesSpeed: false).map(\.name) == ["lost"])
    }

    @Test("what a neighbour uses is told apart from what the benchmark uses")
    func load() {
        let before = ProcessorTimes(all: 100, own: 1)
        let load = MachineLoad(from: before, to: .init(all: 112, own: 9), seconds: 10, processors: 2)
        #expect(load.share == 0.2)
        #expect(load.isHigh)
        #expect(MachineLoad(from: before, to: .init(all: 108, own: 9.5), seconds: 10, processors: 2).share == 0)
    }

    @Test("interrupts and idle time are no work of a program")
    func ticks() {
        #expect(ProcessorTimes.busyTicks(in: "cpu  10 20 30 4000 500 60 70 8 900 0\ncpu0 1 2 3 4 5 6 7 8 9 0\n") == 68)
        #expect(ProcessorTimes.busyTicks(in: "intr 5") == nil)
        #expect(ProcessorTimes.busyTicks(in: "cpu  1 2 3") == nil)
    }

    @Test("the processor is named on each architecture")
    func processor() {
        #expect(Machine.processor(in: "processor\t: 0\nmodel name\t: AMD EPYC 7B13\n") == "AMD EPYC 7B13")
        #expect(
            Machine.processor(in: "processor\t: 0\nModel\t\t: Raspberry Pi 5: Rev 1.0\n") == "Raspberry Pi 5: Rev 1.0")
        #expect(Machine.processor(in: "processor\t: 0\n") == nil)
        #expect(Machine.current.processors > 0 && Machine.current.kernel.hasPrefix("Linux "))
    }

    @Test("runs come back from a file as they were appended")
    func file() throws {
        let folder = try TemporaryFolder()
        let file = RunFile("\(folder.path)/runs.jsonl")
        let runs = [Self.run(), Self.run(["rate": 1, "other": 2], share: 0.5)]
        for run in runs { try file.append(run) }
        #expect(try file.runs() == runs)
    }

    @Test("a line that is no run is named by its number")
    func malformed() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/runs.jsonl"
        try RunFile(path).append(Self.run())
        try (String(contentsOfFile: path, encoding: .utf8) + "\n{}\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: RunFileError.self) { try RunFile(path).runs() }
        #expect(error?.code == .malformed)
        #expect(error?.description.contains("line 3") == true)
        let missing = #expect(throws: RunFileError.self) { try RunFile("\(folder.path)/none").runs() }
        #expect(missing?.code == .unreadable)
        let unwritable = #expect(throws: RunFileError.self) { try RunFile("\(path)/below").append(Self.run()) }
        #expect(unwritable?.code == .unwritable)
    }

    @Test("a difference counts when the ranges of the runs do not overlap")
    func comparison() {
        let before = [100.0, 104, 108].map { Self.run(["rate": $0]) }
        let slower = RunComparison(before, [80, 88, 84].map { Self.run(["rate": $0]) })
        #expect(slower.rows.map(\.isWithinNoise) == [false])
        #expect(slower.losses(beyond: 0.15).map(\.name) == ["rate"])
        #expect(slower.losses(beyond: 0.25).isEmpty)
        let noisy = RunComparison(before, [60, 70, 101].map { Self.run(["rate": $0]) })
        #expect(noisy.rows.map(\.isWithinNoise) == [true])
        #expect(noisy.losses(beyond: 0).isEmpty)
        #expect(RunComparison(before, [Self.run(["rate": 200])]).losses(beyond: 0).isEmpty)
    }

    @Test("a time that grows is a loss, and figures of one set only are named")
    func directions() {
        func run(_ figure: Figure) -> BenchmarkRun {
            var run = Self.run()
            run.figures = [figure, Figure("\(figure.value)", 1, "turns")]
            return run
        }
        let comparison = RunComparison([run(Figure("p50", 10, "µs"))], [run(Figure("p50", 12, "µs"))])
        #expect(comparison.losses(beyond: 0.1).map(\.name) == ["p50"])
        #expect(comparison.unmatched == ["bus: 10.0", "bus: 12.0"])
    }

    @Test("a loss where there was none counts, as do figures beyond all integers")
    func fromNothing() {
        func run(_ value: Double) -> BenchmarkRun {
            var run = Self.run(share: value)
            run.figures = [Figure("lost", value, "turns", goal: .atMost(0))]
            return run
        }
        let worse = RunComparison([run(0)], [run(5)])
        #expect(worse.losses(beyond: 10).map(\.name) == ["lost"])
        #expect(worse.rows.map { $0.line.hasPrefix("✗") } == [true])
        #expect(RunComparison([run(5)], [run(0)]).rows.map { $0.line.hasPrefix("✓") } == [true])
        #expect(RunComparison([run(0)], [run(0)]).losses(beyond: 0).isEmpty)
        let huge = RunComparison([run(1e-300)], [run(1e300)])
        #expect(huge.rows.map { $0.line.hasPrefix("✗") } == [true])
        #expect(run(1e300).headline.contains("1e+302 % used by others"))
    }
}
