import Foundation
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
        let meter = try await TurnMeter(until: .published)
        defer { meter.cancel() }
        let (pipeline, tracker) = (meter.pipeline, meter.tracker)
        let (intents, dispatchers) = (try start(.intent, pipeline), try start(.dispatch, pipeline))
        try await meter.waitForCatalog(stages: 2 * replicas)
        // A warm-up: the first turns include one-time costs such as lazily created tables.
        try await meter.publish(max(200, min(sessions.count, 1000)), each: ScaleBenchmark.rate, in: sessions)
        tracker.reset()
        try await meter.publish(ScaleBenchmark.rate * seconds, each: ScaleBenchmark.rate, in: sessions)
        let latencies = tracker.latencies
        var wrong = tracker.wrong
        tracker.reset()
        let rate = try await flood(meter)
        wrong += tracker.wrong
        let result = Result(
            latencies: latencies, turnsPerSecond: rate, wrong: wrong, brokerKiB: pipeline.broker.residentKiB,
            intentKiB: intents.map(\.residentKiB).max() ?? 0, dispatchKiB: dispatchers.map(\.residentKiB).max() ?? 0)
        await meter.end(intents + dispatchers)
        return result
    }

    private func start(_ role: Role, _ pipeline: TemporaryBus) throws -> [BenchmarkProgram] {
        try (0..<replicas).map { index in
            try pipeline.stage(role, "\(role)-\(index)", replicas == 1 ? [] : ["--buckets", "\(index)/\(replicas)"])
        }
    }

    /// Publishes as many turns as the pipeline can process.
    /// - Returns: Turns per second.
    private func flood(_ meter: TurnMeter) async throws -> Double {
        let begin = ContinuousClock.now
        let end = begin + .seconds(seconds)
        var number = 0
        while ContinuousClock.now < end {
            try meter.publish(sessions[number % sessions.count])
            number += 1
            try await meter.tracker.waitUntil(open: Self.window - 1)
        }
        try await meter.tracker.waitUntil(open: 0)
        return Double(number) / (microseconds(ContinuousClock.now - begin) / 1e6)
    }
}
