import Foundation
import SaybusMessages
import SaybusTesting

/// One run of `saybus-bench console` with a number of pages.
struct ConsoleRun: Sendable {
    /// The measured values.
    struct Result: Sendable {
        /// The console's share.
        struct Console: Sendable {
            var share: Double
            var kibibytes: Int
            /// Bytes a second.
            var bytesPerPage: Double
            /// The number of pages whose connection has ended.
            var closed: Int
        }

        /// Microseconds from the transcript to the command's arrival here.
        var latencies: [Double]
        /// The number of turns without exactly one command.
        var wrong: Int
        /// Processor time of the broker, as a share of the time that passed.
        var brokerShare: Double
        /// The figures of the console; nil without one.
        var console: Console?
    }

    /// The number of conversations in which the turns are.
    private static let sessions = (0..<20).compactMap { Session(rawValue: "session-\($0)") }

    /// The number of pages; nil for no console.
    let pages: Int?
    let seconds: Int

    func measure() async throws -> Result {
        let meter = try await TurnMeter(until: .received)
        defer { meter.cancel() }
        let (pipeline, tracker) = (meter.pipeline, meter.tracker)
        var programs = [try pipeline.stage(.intent, "intent"), try pipeline.stage(.dispatch, "dispatch")]
        try await meter.waitForCatalog(stages: 2)
        var (console, open): (BenchmarkProgram?, [WatchingPage]) = (nil, [])
        if let pages {
            let port = try FreePort.number()
            let program = try pipeline.stage(.console, "console", ["--http", "127.0.0.1:\(port)"])
            try await meter.stages.wait(for: "console", .ready)
            open = try (0..<pages).map { try WatchingPage(port: port, number: $0) }
            console = program
            programs.append(program)
        }
        // A warm-up, in which the pages are sent what is retained.
        try await steady(meter, seconds: 2)
        tracker.reset()
        let began = ContinuousClock.now
        let (broker, own) = (pipeline.broker.processorTime, console?.processorTime ?? 0)
        let bytes = open.reduce(0) { $0 + $1.bytes }
        try await steady(meter, seconds: seconds)
        let passed = (ContinuousClock.now - began) / .seconds(1)
        let result = Result(
            latencies: tracker.latencies, wrong: tracker.wrong,
            brokerShare: (pipeline.broker.processorTime - broker) / passed,
            console: console.map { console in
                Result.Console(
                    share: (console.processorTime - own) / passed, kibibytes: console.residentKiB,
                    bytesPerPage: Double(open.reduce(0) { $0 + $1.bytes } - bytes) / passed
                        / Double(max(1, open.count)),
                    closed: open.count(where: \.isOver))
            })
        for page in open { page.close() }
        await meter.end(programs)
        return result
    }

    private func steady(_ meter: TurnMeter, seconds: Int) async throws {
        try await meter.publish(ConsoleBenchmark.rate * seconds, each: ConsoleBenchmark.rate, in: Self.sessions)
    }
}

extension BenchmarkProgram {
    /// The processor time of the program so far, in seconds; 0 after it has ended.
    var processorTime: Double {
        // The name, which may hold spaces, is in brackets; utime and stime are the 12th and 13th fields after it.
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return 0 }
        let fields = text[text.index(after: end)...].split(separator: " ").compactMap { Double($0) }
        // The state, a letter, is no number.
        guard fields.count > 12 else { return 0 }
        return (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
