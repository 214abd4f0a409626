import Foundation
import SaybusBus
import SaybusMessages

/// One run of `saybus-bench scale` with a number of sessions and of replicas.
struct ScaleRun: Sendable {
    /// The measured values.
    struct Result: Sendable {
        /// Microseconds from transcript to command.
        var latencies: [Double]
        var turnsPerSecond: Double
        /// The number of turns without exactly one command.
        var wrong: Int
        var brokerKiB: Int
        var intentKiB: Int
        var dispatchKiB: Int
    }

    /// The maximum number of turns in progress during the throughput measurement.
    private static let window = 64

    private let sessions: [Session]
    private let replicas: Int
    private let seconds: Int

    init(sessions: Int, replicas: Int, seconds: Int) {
        self.sessions = (0..<sessions).compactMap { Session(rawValue: "session-\($0)") }
        (self.replicas, self.seconds) = (replicas, seconds)
    }

    func measure() async throws -> Result {
        let bench = try TemporaryBus()
        let bus = try bench.connect("speaker", tracking: [SpeechTranscript.self])
        let watch = StageMonitor(bus)
        let messages = bus.subscribe(to: [CommandInvoked.self, TurnEnded.self], buffer: 65_536)
        try await bus.ready()
        let tracker = ScaleTurnTracker()
        let following = Task { try await watch.follow() }
        let counting = Task { for await case .message(let message) in messages { tracker.record(message.header) } }
        defer {
            following.cancel()
            counting.cancel()
        }
        let (intents, dispatchers) = (try start("intent", bench), try start("dispatch", bench))
        let replicas = replicas
        try await watch.wait("the stages to be ready and to know the catalog") { statuses in
            statuses.values.count { $0.state == .ready && $0.catalogRevision != nil } == 2 * replicas
        }
        // A warm-up: the first turns include one-time costs such as lazily created tables.
        try await steady(bus, tracker, turns: max(200, min(sessions.count, 1000)))
        tracker.reset()
        try await steady(bus, tracker, turns: ScaleBenchmark.rate * seconds)
        let latencies = tracker.latencies
        var wrong = tracker.wrong
        tracker.reset()
        let rate = try await flood(bus, tracker)
        wrong += tracker.wrong
        let result = Result(
            latencies: latencies, turnsPerSecond: rate, wrong: wrong, brokerKiB: bench.broker.residentKiB,
            intentKiB: intents.map(\.residentKiB).max() ?? 0, dispatchKiB: dispatchers.map(\.residentKiB).max() ?? 0)
        for program in intents + dispatchers { program.terminate() }
        for program in intents + dispatchers { await program.ended() }
        await bus.close()
        return result
    }

    private func start(_ role: String, _ bench: TemporaryBus) throws -> [ChildProgram] {
        try (0..<replicas).map { index in
            try bench.stage(role, "\(role)-\(index)", replicas == 1 ? [] : ["--buckets", "\(index)/\(replicas)"])
        }
    }

    /// Publishes turns at the steady rate, round-robin over the sessions, and waits until they have ended.
    private func steady(_ bus: Bus, _ tracker: ScaleTurnTracker, turns: Int) async throws {
        var next = ContinuousClock.now
        for number in 0..<turns {
            try publishTurn(bus, tracker, number)
            next += .microseconds(1_000_000 / ScaleBenchmark.rate)
            try await Task.sleep(until: next, clock: .continuous)
        }
        try await tracker.waitUntil(open: 0)
    }

    /// Publishes as many turns as the pipeline can process.
    /// - Returns: Turns per second.
    private func flood(_ bus: Bus, _ tracker: ScaleTurnTracker) async throws -> Double {
        let begin = ContinuousClock.now
        let end = begin + .seconds(seconds)
        var number = 0
        while ContinuousClock.now < end {
            try publishTurn(bus, tracker, number)
            number += 1
            try await tracker.waitUntil(open: Self.window - 1)
        }
        try await tracker.waitUntil(open: 0)
        return Double(number) / (microseconds(ContinuousClock.now - begin) / 1e6)
    }

    private func publishTurn(_ bus: Bus, _ tracker: ScaleTurnTracker, _ number: Int) throws {
        let turn = TurnID()
        tracker.begin(turn)
        let header = try bus.publish(
            SpeechTranscript(text: TemporaryBus.sentence, engine: "text"), session: sessions[number % sessions.count],
            turn: turn)
        tracker.setPublished(turn, at: header.at)
    }
}
