import Foundation
import SaybusBus
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
        /// Nil without a console.
        var console: Console?
    }

    /// The number of conversations in which the turns are.
    private static let sessions = (0..<20).compactMap { Session(rawValue: "session-\($0)") }

    /// The number of pages; nil for no console.
    let pages: Int?
    let seconds: Int

    func measure() async throws -> Result {
        let bench = try TemporaryBus()
        let bus = try bench.connect("speaker", tracking: [SpeechTranscript.self])
        let watch = StageMonitor(bus)
        let messages = bus.subscribe(to: [CommandInvoked.self, TurnEnded.self], buffer: 65_536)
        try await bus.ready()
        let tracker = ScaleTurnTracker()
        let following = Task { try await watch.follow() }
        let counting = Task {
            for await case .message(let message) in messages {
                // Both times are read here: the clocks of two programs differ by more than a command takes.
                var header = message.header
                header.at = bus.now
                tracker.record(header)
            }
        }
        defer {
            following.cancel()
            counting.cancel()
        }
        var programs = [try bench.stage("intent", "intent"), try bench.stage("dispatch", "dispatch")]
        try await watch.wait("the stages to be ready and to know the catalog") { statuses in
            statuses.values.count { $0.state == .ready && $0.catalogRevision != nil } == 2
        }
        var (console, open): (ChildProgram?, [WatchingPage]) = (nil, [])
        if let pages {
            let port = try FreePort.busAddress().url.split(separator: ":").last.flatMap { Int($0) } ?? 0
            let program = try bench.stage("console", "console", ["--http", "127.0.0.1:\(port)"])
            try await watch.wait(for: "console", .ready)
            open = try (0..<pages).map { try WatchingPage(port: port, number: $0) }
            console = program
            programs.append(program)
        }
        // A warm-up, in which the pages are sent what is retained.
        try await steady(bus, tracker, seconds: 2)
        tracker.reset()
        let began = ContinuousClock.now
        let (broker, own) = (bench.broker.processorTime, console?.processorTime ?? 0)
        let bytes = open.reduce(0) { $0 + $1.bytes }
        try await steady(bus, tracker, seconds: seconds)
        let passed = (ContinuousClock.now - began) / .seconds(1)
        let result = Result(
            latencies: tracker.latencies, wrong: tracker.wrong,
            brokerShare: (bench.broker.processorTime - broker) / passed,
            console: console.map { console in
                Result.Console(
                    share: (console.processorTime - own) / passed, kibibytes: console.residentKiB,
                    bytesPerPage: Double(open.reduce(0) { $0 + $1.bytes } - bytes) / passed
                        / Double(max(1, open.count)),
                    closed: open.count(where: \.isOver))
            })
        for page in open { page.close() }
        for program in programs { program.terminate() }
        for program in programs { await program.ended() }
        await bus.close()
        return result
    }

    /// Publishes turns at the steady rate, and waits until they have ended.
    private func steady(_ bus: Bus, _ tracker: ScaleTurnTracker, seconds: Int) async throws {
        var next = ContinuousClock.now
        for number in 0..<(ConsoleBenchmark.rate * seconds) {
            let turn = TurnID()
            tracker.begin(turn)
            tracker.setPublished(turn, at: bus.now)
            try bus.publish(
                SpeechTranscript(text: TemporaryBus.sentence, engine: "text"),
                session: Self.sessions[number % Self.sessions.count], turn: turn)
            next += .microseconds(1_000_000 / ConsoleBenchmark.rate)
            try await Task.sleep(until: next, clock: .continuous)
        }
        try await tracker.waitUntil(open: 0)
    }
}

extension ChildProgram {
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
