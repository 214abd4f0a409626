import Foundation
import SaybusBus
import SaybusMessages

/// One run of `saybus-bench scale`: so many sessions and so many replicas.
struct ScaleRun: Sendable {
    /// What was measured.
    struct Result: Sendable {
        /// Microseconds from transcript to command.
        var latencies: [Double]
        var turnsPerSecond: Double
        /// Turns whose commands were not exactly one.
        var wrong: Int
        var brokerKiB: Int
        var intentKiB: Int
        var dispatchKiB: Int
    }

    /// How many turns are on the way at most when as many pass as will.
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
        let watch = StageWatch(bus)
        let happenings = bus.subscribe(to: [CommandInvoked.self, TurnEnded.self], buffer: 65_536)
        try await bus.ready()
        let desk = ScaleDesk()
        let following = Task { try await watch.follow() }
        let counting = Task { for await case .message(let message) in happenings { desk.note(message.header) } }
        defer {
            following.cancel()
            counting.cancel()
        }
        let (intents, dispatchers) = (try start("intent", bench), try start("dispatch", bench))
        let replicas = replicas
        try await watch.wait("the stages to be ready and to know the catalog") { statuses in
            statuses.values.count { $0.state == .ready && $0.catalogRevision != nil } == 2 * replicas
        }
        // What the first turns pay for, such as lazily made tables, no later turn does.
        try await steady(bus, desk, turns: max(200, min(sessions.count, 1000)))
        desk.reset()
        try await steady(bus, desk, turns: ScaleBenchmark.rate * seconds)
        let latencies = desk.latencies
        var wrong = desk.wrong
        desk.reset()
        let rate = try await flood(bus, desk)
        wrong += desk.wrong
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

    /// Turns at the steady rate, the sessions in turn; returns when they have ended.
    private func steady(_ bus: Bus, _ desk: ScaleDesk, turns: Int) async throws {
        var next = ContinuousClock.now
        for number in 0..<turns {
            try speak(bus, desk, number)
            next += .microseconds(1_000_000 / ScaleBenchmark.rate)
            try await Task.sleep(until: next, clock: .continuous)
        }
        try await desk.waitUntil(open: 0)
    }

    /// As many turns as will pass.
    /// - Returns: Turns a second.
    private func flood(_ bus: Bus, _ desk: ScaleDesk) async throws -> Double {
        let begin = ContinuousClock.now
        let end = begin + .seconds(seconds)
        var number = 0
        while ContinuousClock.now < end {
            try speak(bus, desk, number)
            number += 1
            try await desk.waitUntil(open: Self.window - 1)
        }
        try await desk.waitUntil(open: 0)
        return Double(number) / (microseconds(ContinuousClock.now - begin) / 1e6)
    }

    private func speak(_ bus: Bus, _ desk: ScaleDesk, _ number: Int) throws {
        let turn = TurnID()
        desk.speaks(turn)
        let header = try bus.publish(
            SpeechTranscript(text: TemporaryBus.sentence, engine: "text"), session: sessions[number % sessions.count],
            turn: turn)
        desk.spoke(turn, at: header.at)
    }
}
