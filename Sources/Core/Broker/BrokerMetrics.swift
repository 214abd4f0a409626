import Logging
import SaybusStage
import SaybusTelemetry
import Synchronization

/// The broker's metrics, as of its last heartbeat, so that a scrape does not disturb it.
public final class BrokerMetrics: Sendable {
    static let retained = MetricDescription(
        "saybus_broker_retained_messages", .gauge, [], "Messages that the broker keeps for late subscribers.")
    static let subscriptions = MetricDescription(
        "saybus_broker_subscriptions", .gauge, [], "Subscriptions of all connections to the broker.")
    /// All metrics that only the broker has.
    public static let all = [retained, subscriptions]

    private let last = Mutex<BrokerBeat?>(nil)
    private let server: MetricsServer

    private init(_ server: MetricsServer) { self.server = server }

    /// Begins to serve.
    /// - Returns: nil without an address.
    /// - Throws: `StageFailure` with code `unavailable` when the address cannot be used.
    static func start(at address: ListeningAddress?, logger: Logger) async throws -> BrokerMetrics? {
        guard let address else { return nil }
        let registry = MetricRegistry()
        let metrics: BrokerMetrics
        do throws(TelemetryError) {
            metrics = BrokerMetrics(try await MetricsServer.start(at: address, registry))
        } catch {
            throw StageFailure(.unavailable, error.reason)
        }
        logger.notice("metrics are served", metadata: ["url": "\(metrics.server.url)"])
        registry.addCollector(ProcessMetrics.families)
        registry.addCollector { metrics.families }
        return metrics
    }

    /// Takes the numbers of a heartbeat.
    func update(_ beat: BrokerBeat) { last.withLock { $0 = beat } }

    private var families: [MetricFamily] {
        guard let beat = last.withLock({ $0 }) else { return [] }
        return StatusMetrics.families(beat.status) + [
            Self.retained.family([([:], Double(beat.retained))]),
            Self.subscriptions.family([([:], Double(beat.subscriptions))]),
        ]
    }
}
