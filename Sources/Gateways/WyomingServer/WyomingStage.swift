import Logging
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusSupport
import ServiceLifecycle

/// The gateway between the bus and peers of the Wyoming protocol, such as Home Assistant and satellites.
public struct WyomingStage: Sendable {
    /// The stage's role.
    public static let role = Role.wyoming
    /// The most peers that are connected at once.
    static let maximumPeers = 32

    private let services: WyomingServices
    private let address: SocketAddress?
    private let satellites: [SatelliteClient]
    private let advertisement: ServiceAdvertisement?
    private let options: StageOptions

    /// Creates a gateway.
    /// - Parameters:
    ///   - services: The engines of the services.
    ///   - address: The address at which peers connect; nil for none.
    ///   - satellites: The satellites to which the gateway connects.
    ///   - advertisement: The name by which peers find the gateway on the network; nil for none.
    ///   - options: The options of the stage, with which it claims conversations.
    public init(
        _ services: WyomingServices, at address: SocketAddress?, satellites: [SatelliteClient] = [],
        advertisement: ServiceAdvertisement? = nil, options: StageOptions
    ) {
        (self.services, self.address, self.satellites) = (services, address, satellites)
        (self.advertisement, self.options) = (advertisement, options)
    }

    /// The tracked message kinds that the stage publishes.
    public static let tracking: [any BusMessage.Type] = [SpeechTranscript.self]

    /// Serves until the program is told to stop.
    /// - Throws: `StageFailure` with code `usage` for a satellite of a session that the stage does not serve,
    ///   `unavailable` or `configuration` for what it cannot start with.
    public func run(_ context: StageContext) async throws {
        try checkSatellites(context.session)
        let messages = context.bus.subscribe(
            to: PeerTurns.kinds.map { SubscriptionFilter($0, in: context.coverage) } + [
                SubscriptionFilter(Catalog.self),
                SubscriptionFilter(StageStatus.self),
            ])
        let gateway = try await Gateway(services, context, options)
        let listener = try address.map { address throws(StageFailure) in
            try WyomingListener(address, onExhaustion: gateway.exhausted)
        }
        defer { listener?.close() }
        try await context.ready()
        if let port = listener?.port { context.logger.notice("listens", metadata: ["port": "\(port)"]) }
        await withTaskGroup(of: Void.self) { group in
            if let listener {
                group.addTask {
                    await listener.serve(atMost: Self.maximumPeers, refuse: gateway.refuse) { peer in
                        let random = "wyoming-\(UInt32.random(in: 0...UInt32.max))"
                        let own = context.session ?? Session(rawValue: random) ?? .default
                        var session = PeerSession(peer, gateway, own: own)
                        if let reason = await session.run() { gateway.refuse(peer, because: reason) }
                    }
                }
            }
            for satellite in satellites { group.addTask { await satellite.run(gateway) } }
            if let advertisement, case .tcp(let host, _)? = address, let port = listener?.port {
                group.addTask { await advertisement.run(host: host, port: port, logger: context.logger) }
            }
            // In a task of its own: messages of turns must not wait for a vocabulary.
            let updates = NewestJobQueue<[Catalog]>()
            group.addTask { await updates.run { await gateway.update($0) } }
            var catalogs = CatalogRegistry(session: context.session)
            await withGracefulShutdownHandler {
                for await case .message(let message) in messages {
                    gateway.observe(message)
                    if catalogs.update(message, from: context.bus) { updates.submit(catalogs.all) }
                }
            } onGracefulShutdown: {
                messages.end()
            }
            listener?.close()
            group.cancelAll()
        }
        await gateway.close()
    }

    /// Checks that a stage of one session hears the answers to its satellites.
    private func checkSatellites(_ own: Session?) throws(StageFailure) {
        guard let own, let other = satellites.first(where: { $0.session != own }) else { return }
        throw StageFailure(
            .usage,
            "--session \(own) leaves out the session \(other.session) of a satellite: write --satellite \(other.address)=\(own), or leave --session out"
        )
    }
}
