import ArgumentParser
import Foundation
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusTesting

/// `saybus-bench metrics`: the cost of metrics that are scraped once a second, in publisher and broker.
///
/// The same messages pass two brokers: one with a publisher without metrics, and one whose broker and publisher serve
/// them. The runs alternate, so that a load peak of the machine affects both.
public struct MetricsBenchmark: Sendable {
    private let messages: Int
    private let rounds: Int
    private let pings = 200
    private let steps = 2000

    /// Creates a benchmark.
    /// - Parameters:
    ///   - messages: The number of messages of each measurement of the rate.
    ///   - rounds: The number of measurements of each kind.
    public init(messages: Int = 50_000, rounds: Int = 8) { (self.messages, self.rounds) = (messages, rounds) }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        let plain = try BusAddress("ipc://\(folder.path)/plain")
        let observed = try BusAddress("ipc://\(folder.path)/observed")
        let port = try FreePort.number()
        let brokers = [
            try BenchmarkProgram("saybus-broker", ["--bus", plain.url], in: folder),
            try BenchmarkProgram(
                "saybus-broker", ["--bus", observed.url, "--metrics", "127.0.0.1:\(port)", "--log-level", "error"],
                in: folder),
        ]
        defer { withExtendedLifetime(brokers) {} }
        let options = try StageOptions.parse([
            "--bus", observed.url, "--metrics", "127.0.0.1:0", "--log-level", "error", "--instance", "observed",
        ])
        let figures = MeasuredFigures()
        try await StageRunner(role: Role("bench"), engine: "metrics", options: options).run { context in
            try await context.bus.ready()
            let urls = ["\(port)", "\(Telemetry.current?.metricsPort ?? 0)"].map { "http://127.0.0.1:\($0)/metrics" }
            let scraping = Task { await Self.scrape(urls) }
            defer { scraping.cancel() }
            figures.set(try await measure(TypedPath(plain), TypedPath(observed, publisher: context.bus)))
        }
        return figures.value
    }

    /// Reads metrics once a second, fifteen times as often as Prometheus does by default.
    private static func scrape(_ urls: [String]) async {
        while !Task.isCancelled {
            for url in urls { _ = try? await HTTPClient().run(HTTPExchange(method: .get, url: url)) }
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    private func measure(_ plain: TypedPath, _ observed: TypedPath) async throws -> [Figure] {
        var (plainRuns, observedRuns) = (Runs(), Runs())
        for round in 0..<rounds {
            try Task.checkCancellation()
            ProgressLine.current?.update(round, of: rounds, "with and without metrics")
            // The order changes from round to round.
            if round.isMultiple(of: 2) {
                try await measure(plain, &plainRuns)
                try await measure(observed, &observedRuns)
            } else {
                try await measure(observed, &observedRuns)
                try await measure(plain, &plainRuns)
            }
        }
        let (latency, latencyObserved) = (Percentiles(plainRuns.times)(0.5), Percentiles(observedRuns.times)(0.5))
        let (rate, rateObserved) = (plainRuns.bestRate, observedRuns.bestRate)
        let (step, stepObserved) = (plainRuns.bestStep, observedRuns.bestStep)
        return [
            Figure("one way, typed messages, p50", latency, "µs"),
            Figure("the same with metrics", latencyObserved, "µs"),
            Figure("p50 with metrics beside without", latencyObserved / max(latency, 0.001), "×", goal: .atMost(1.05)),
            Figure("rate, typed messages, best", rate, "messages/s"),
            Figure("the same with metrics", rateObserved, "messages/s"),
            Figure("rate with metrics beside without", rateObserved / max(rate, 1), "×", goal: .atLeast(0.95)),
            Figure("a partial transcript published, best", plainRuns.bestOther, "µs"),
            Figure("the same with metrics", observedRuns.bestOther, "µs"),
            Figure("one step of a turn published, best", step, "µs"),
            Figure("the same with metrics", stepObserved, "µs"),
            Figure("metrics of one step of a turn", max(0, stepObserved - step), "µs", goal: .atMost(20)),
        ]
    }

    private func measure(_ path: TypedPath, _ runs: inout Runs) async throws {
        runs.times += try await path.ping(pings)
        runs.bestRate = max(runs.bestRate, try await path.rate(messages, window: 2000))
        runs.bestOther = min(runs.bestOther, try path.publishing(BusBenchmark.partial(1), steps))
        runs.bestStep = min(runs.bestStep, try path.publishing(CommandResponse(feedback: "done"), steps))
    }
}

/// The results of one path's runs.
private struct Runs {
    var times: [Double] = []
    var bestRate = 0.0
    var bestStep = Double.infinity
    /// The time to publish a message that is no step of a turn.
    var bestOther = Double.infinity
}
