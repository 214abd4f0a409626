/// `saybus-bench console`: the memory and processor time of the console with many pages that watch a busy bus, beside
/// the same bus without it.
public struct ConsoleBenchmark: Sendable {
    /// Turns per second on the bus.
    static let rate = 200

    private let pages: [Int]
    private let seconds: Int

    /// Creates a benchmark.
    /// - Parameters:
    ///   - pages: The numbers of pages, one run each.
    ///   - seconds: The duration of each run.
    public init(pages: [Int] = [1, 10, 100], seconds: Int = 10) { (self.pages, self.seconds) = (pages, seconds) }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        var figures = self.figures("without a console", try await ConsoleRun(pages: nil, seconds: seconds).measure())
        for count in pages {
            let name = "\(count) page\(count == 1 ? "" : "s")"
            figures += self.figures(name, try await ConsoleRun(pages: count, seconds: seconds).measure())
        }
        return figures
    }

    private func figures(_ name: String, _ run: ConsoleRun.Result) -> [Figure] {
        let latency = Percentiles(run.latencies)
        let bus = [
            Figure("\(name): transcript to command.invoked, p50", latency(0.5) / 1000, "ms"),
            Figure("\(name): p99 at \(Self.rate) turns/s", latency(0.99) / 1000, "ms", goal: .atMost(10)),
            Figure("\(name): turns not carried out once", Double(run.wrong), "", goal: .atMost(0)),
            Figure("\(name): broker, share of a core", 100 * run.brokerShare, "%"),
        ]
        guard let console = run.console else { return bus }
        return bus + [
            Figure("\(name): console, share of a core", 100 * console.share, "%", goal: .atMost(100)),
            Figure("\(name): console", Double(console.kibibytes) / 1024, "MiB", goal: .atMost(256)),
            Figure("\(name): sent to each page", console.bytesPerPage / 1024, "KiB/s"),
            Figure("\(name): pages that were closed", Double(console.closed), "", goal: .atMost(0)),
        ]
    }
}
