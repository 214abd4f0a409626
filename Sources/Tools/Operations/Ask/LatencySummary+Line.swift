import SaybusSupport
import SaybusTerminal

extension LatencySummary {
    /// The latencies from a transcript to its command, as a line.
    var line: String {
        "transcript → command.invoked, \(count) times: p50 \(Milliseconds.text(p50Us)), p90 \(Milliseconds.text(p90Us)), "
            + "p99 \(Milliseconds.text(p99Us)), least \(Milliseconds.text(minUs)), most \(Milliseconds.text(maxUs))"
    }
}
