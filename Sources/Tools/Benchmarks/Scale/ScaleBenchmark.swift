import Foundation
import SaybusStage

/// `saybus-bench scale`: measures many sessions on one broker, served by replicas of the intent stage and the
/// dispatcher, each a process with its share of the buckets.
///
/// One process publishes the transcripts of all sessions, as typed text. Latency is measured at a steady
/// rate, from the publishing of the transcript to that of `command.invoked`. Throughput is then measured with
/// a bounded number of turns in progress.
public struct ScaleBenchmark: Sendable {
    private let sessions: [Int]
    private let replicas: [Int]
    private let seconds: Int
    /// Turns per second while latency is measured.
    static let rate = 200

    /// Creates a benchmark.
    /// - Parameters:
    ///   - sessions: The numbers of sessions, one run each.
    ///   - replicas: The numbers of intent stages and of dispatchers, one run each.
    ///   - seconds: The duration of each of the two loads.
    public init(sessions: [Int] = [1, 10, 100, 1000], replicas: [Int] = [1, 2, 4], seconds: Int = 5) {
        (self.sessions, self.replicas, self.seconds) = (sessions, replicas, seconds)
    }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for replicas in replicas {
            var runs: [ScaleRun.Result] = []
            for sessions in sessions {
                ProgressLine.current?.update(
                    figures.count(where: { $0.name.hasSuffix(": broker") }),
                    of: self.replicas.count * self.sessions.count,
                    "\(sessions) sessions, \(replicas) replicas")
                let run = try await ScaleRun(sessions: sessions, replicas: replicas, seconds: seconds).measure()
                runs.append(run)
                figures += self.figures(run, sessions: sessions, replicas: replicas)
            }
            guard let first = runs.first, let last = runs.last, runs.count > 1 else { continue }
            figures += growth(from: first, to: last, replicas: replicas)
        }
        return figures
    }

    private func figures(_ run: ScaleRun.Result, sessions: Int, replicas: Int) -> [Figure] {
        let name = "\(replicas) replica\(replicas == 1 ? "" : "s"), \(sessions) session\(sessions == 1 ? "" : "s")"
        let latency = Percentiles(run.latencies)
        return [
            Figure("\(name): transcript to command.invoked, p50", latency(0.5) / 1000, "ms"),
            Figure("\(name): p99 at \(Self.rate) turns/s", latency(0.99) / 1000, "ms", goal: .atMost(8)),
            Figure("\(name): turns not carried out once", Double(run.wrong), "", goal: .atMost(0)),
            Figure("\(name): as many as will pass", run.turnsPerSecond, "turns/s", goal: .atLeast(5000)),
            Figure("\(name): broker", Double(run.brokerKiB) / 1024, "MiB", goal: .atMost(30)),
            Figure("\(name): intent stage, largest", Double(run.intentKiB) / 1024, "MiB"),
            Figure("\(name): dispatcher, largest", Double(run.dispatchKiB) / 1024, "MiB"),
        ]
    }

    private func growth(from first: ScaleRun.Result, to last: ScaleRun.Result, replicas: Int) -> [Figure] {
        let name =
            "\(replicas) replica\(replicas == 1 ? "" : "s"), from \(sessions[0]) to \(sessions[sessions.count - 1])"
        func mebibytes(_ part: KeyPath<ScaleRun.Result, Int>) -> Double {
            Double(last[keyPath: part] - first[keyPath: part]) / 1024
        }
        return [
            Figure("\(name): broker grows by", mebibytes(\.brokerKiB), "MiB"),
            Figure("\(name): intent stage grows by", mebibytes(\.intentKiB), "MiB"),
            Figure("\(name): dispatcher grows by", mebibytes(\.dispatchKiB), "MiB"),
        ]
    }
}
