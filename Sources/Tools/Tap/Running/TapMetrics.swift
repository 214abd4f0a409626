import Glibc
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTelemetry

/// The metrics of a command of the tap that runs for long: those of its process and of its connection.
enum TapMetrics {
    /// Begins to serve.
    /// - Returns: nil without an address.
    /// - Throws: `StageFailure` with code `unavailable` when the address cannot be used.
    static func start(at address: ListeningAddress?, _ bus: Bus) async throws -> MetricsServer? {
        guard let address else { return nil }
        let registry = MetricRegistry()
        registry.addCollector(ProcessMetrics.families)
        registry.addCollector { [weak bus] in bus.map { StatusMetrics.families(status($0)) } ?? [] }
        do throws(TelemetryError) { return try await MetricsServer.start(at: address, registry) } catch {
            throw StageFailure(.unavailable, error.reason)
        }
    }

    private static func status(_ bus: Bus) -> StageStatus {
        StageStatus(
            role: bus.source.role, instance: bus.source.instance, state: .ready, pid: Int(getpid()), uptimeMs: 0,
            counters: bus.counters, problem: bus.refusal, queued: bus.queued)
    }
}
