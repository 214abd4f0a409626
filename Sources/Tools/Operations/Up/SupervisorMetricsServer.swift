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
        let attempts = self.address == nil ? 1 : Self.maximumAttempts
        await close()
        if let address { server = try await start(at: address, attempts: attempts) }
        self.address = address
        return true
    }

    /// Ends the server when another address is chosen, before a program takes its port.
    func leave(for address: ListeningAddress?) async {
        guard address != self.address else { return }
        await server?.close()
        server = nil
    }

    /// Starts the server. When the metrics move, the port may be that of a program which is about to move as well.
    private func start(at address: ListeningAddress, attempts: Int) async throws(TelemetryError) -> MetricsServer {
        for _ in 1..<attempts {
            do throws(TelemetryError) { return try await MetricsServer.start(at: address, registry) } catch {
                guard error.code == .addressInUse, (try? await Task.sleep(for: Self.pause)) != nil else { throw error }
            }
        }
        return try await MetricsServer.start(at: address, registry)
    }

    /// The attempts at a port that is in use, and the time between them.
    private static let (maximumAttempts, pause) = (20, Duration.milliseconds(250))

    /// Ends the server.
    func close() async {
        await server?.close()
        (server, address) = (nil, nil)
    }
}
