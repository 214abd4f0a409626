import SaybusStage
import SaybusTelemetry

/// The server of the supervisor's own metrics, which moves when another address is chosen.
actor SupervisorMetricsServer {
    private let registry: MetricRegistry
    private var server: MetricsServer?
    private var address: ListeningAddress?

    init(_ registry: MetricRegistry) { self.registry = registry }

    /// Serves the metrics at an address; nil serves none.
    /// - Returns: Whether the address is another one than before.
    /// - Throws: `TelemetryError` when they cannot be served there; then they are served nowhere.
    @discardableResult
    func serve(at address: ListeningAddress?) async throws(TelemetryError) -> Bool {
        guard address != self.address else { return false }
        await close()
        if let address { server = try await MetricsServer.start(at: address, registry) }
        self.address = address
        return true
    }

    /// Ends the server.
    func close() async {
        await server?.close()
        (server, address) = (nil, nil)
    }
}
