import Logging
import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusTelemetry
import SaybusVoiceSatellite

/// A voice satellite of Home Assistant: the room's listener and loudspeaker appear there as a device of ESPHome.
///
/// It is the recognizer of its session, and ends the session's turns: Home Assistant does both.
public struct ESPHomeStage: Sendable {
    /// The role of the stage.
    public static let role = Role.transcribe
    /// The tracked kinds that the stage publishes.
    public static let tracking = SatelliteRunner.tracking

    private let device: DeviceDescription
    private let key: EncryptionKey?
    private let host: String
    private let port: Int
    private let sounds: SatelliteSounds?
    private let isAdvertised: Bool

    /// Creates a satellite.
    /// - Parameters:
    ///   - device: The device that Home Assistant shows.
    ///   - key: The encryption key; nil takes connections without encryption only.
    ///   - host: The address at which Home Assistant connects.
    ///   - port: The port; 0 lets the system choose a free one.
    ///   - sounds: Where the audio stage finds Home Assistant's sounds; nil speaks their words with Saybus' own voice.
    ///   - isAdvertised: Whether the device is in the local network's directory.
    public init(
        _ device: DeviceDescription, key: EncryptionKey?, host: String, port: Int, sounds: SatelliteSounds? = nil,
        isAdvertised: Bool = false
    ) {
        var device = device
        device.isEncrypted = key != nil
        (self.device, self.key, self.host, self.port) = (device, key, host, port)
        (self.sounds, self.isAdvertised) = (sounds, isAdvertised)
    }

    /// Serves until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let satellite = SatelliteRunner(context, sounds: sounds)
        let gateway = ESPHomeGateway(context, device, satellite)
        let shortage = DescriptorShortage(context)
        let server = ESPHomeServer(
            host: host, port: port, key: key, device: device, logger: context.logger, onExhaustion: shortage.record)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        try await satellite.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await port in ports {
                        await ServiceAdvertisement(
                            name: device.name, type: "_esphomelib._tcp", records: device.records
                        ).run(host: host, port: UInt16(clamping: port), logger: context.logger)
                    }
                }
                try await server.run(gateway) { port in
                    try await context.ready()
                    if key == nil, !ListeningAddress.isLoopback(host) {
                        context.logger.warning(
                            "serving without a key: everyone who can reach the port may hear the room and speak in it")
                    }
                    context.logger.notice("listens", metadata: ["port": "\(port)", "device": "\(device.name)"])
                    if isAdvertised { found.yield(port) }
                }
            }
        }
    }
}
