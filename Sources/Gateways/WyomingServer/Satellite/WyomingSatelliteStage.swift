import Logging
import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusVoiceSatellite

/// A satellite of the Wyoming protocol: the room's listener and loudspeaker, which Home Assistant drives.
///
/// It is the recognizer of its session, and ends the session's turns: Home Assistant does both.
public struct WyomingSatelliteStage: Sendable {
    /// The stage's role.
    public static let role = Role.transcribe
    /// The tracked kinds that the stage publishes.
    public static let tracking = SatelliteRunner.tracking
    /// The most peers that are connected at once.
    private static let maximumPeers = 8

    private let address: SocketAddress
    private let info: WyomingEvent
    private let sounds: SatelliteSounds?
    private let advertisement: ServiceAdvertisement?

    /// Creates a satellite.
    /// - Parameters:
    ///   - address: The address at which Home Assistant connects.
    ///   - name: The name that Home Assistant shows.
    ///   - area: The area that Home Assistant suggests; nil for none.
    ///   - sounds: Where the audio stage finds Home Assistant's speech; nil speaks its words with Saybus' own voice.
    ///   - advertisement: The name by which Home Assistant finds the satellite on the network; nil for none.
    public init(
        at address: SocketAddress, name: String, area: String? = nil, sounds: SatelliteSounds? = nil,
        advertisement: ServiceAdvertisement? = nil
    ) {
        (self.address, self.sounds, self.advertisement) = (address, sounds, advertisement)
        let more: [String: JSONValue] = area.map { ["area": .string($0)] } ?? [:]
        info = WyomingEvent(
            type: "info",
            data: [
                "asr": [], "tts": [], "wake": [], "intent": [], "handle": [],
                "satellite": ServiceDescription.item(name, "A room of Saybus", more),
            ])
    }

    /// Serves until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let satellite = SatelliteRunner(context, sounds: sounds)
        let refusals = PeerRefusals(context)
        let listener = try WyomingListener(address, onExhaustion: refusals.addExhaustion)
        defer { listener.close() }
        try await context.ready()
        if let port = listener.port { context.logger.notice("listens", metadata: ["port": "\(port)"]) }
        try await satellite.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await listener.serve(atMost: Self.maximumPeers, refuse: refusals.add) { peer in
                        var session = SatelliteSession(peer, satellite, info: info, sounds: sounds)
                        if let reason = await session.run() { refusals.add(peer, because: reason) }
                    }
                }
                if let advertisement, case .tcp(let host, _) = address, let port = listener.port {
                    await advertisement.run(host: host, port: port, logger: context.logger)
                }
            }
        }
    }
}
