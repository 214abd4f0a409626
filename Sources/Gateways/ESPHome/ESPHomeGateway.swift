import Logging
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusVoiceSatellite

/// The clients of the device, one of which has its voice.
actor ESPHomeGateway {
    private let context: StageContext
    private let device: DeviceDescription
    private let satellite: SatelliteRunner
    /// The client that takes the device's voice. As with ESPHome's devices, it is the first one.
    private var voice: ESPHomePeer?
    private var refusals = 0

    init(_ context: StageContext, _ device: DeviceDescription, _ satellite: SatelliteRunner) {
        (self.context, self.device, self.satellite) = (context, device, satellite)
    }

    /// Answers a message of a client.
    /// - Returns: Whether the connection goes on.
    func receive(_ message: ClientMessage, from peer: ESPHomePeer) async -> Bool {
        switch message {
        case .hello(let client):
            peer.greeted()
            context.logger.info(
                "a client is there",
                metadata: ["peer": "\(peer.name)", "client": "\(LogLine.clean(client, limit: 100))"])
            peer.send(.message(.hello(name: device.name)))
        case .authentication: peer.send(.message(.authenticated))
        case .ping: peer.send(.message(.pong))
        case .deviceInfo: peer.send(.message(.deviceInfo(device)))
        case .entities: peer.send(.message(.entitiesDone))
        case .configuration: peer.send(.message(.configuration))
        case .disconnect:
            peer.send(.message(.disconnected))
            return false
        case .subscribeVoice(let wants, let takesSound): await subscribe(peer, wants: wants, takesSound: takesSound)
        case .pipelineTaken(let hasFailed): await satellite.receive(.taken(hasFailed: hasFailed), from: peer)
        case .event(let event): await satellite.receive(.event(event), from: peer)
        case .timer(let event): await satellite.receive(.timer(event), from: peer)
        case .announce(let announcement): await satellite.receive(.announce(announcement), from: peer)
        case .other: break
        }
        return true
    }

    private func subscribe(_ peer: ESPHomePeer, wants: Bool, takesSound: Bool) async {
        guard wants else { return await closed(peer) }
        guard takesSound else {
            return refused("\(peer.name) wants the sound by UDP: it is older than Home Assistant 2024.5")
        }
        guard voice == nil || voice == peer else {
            return refused("\(peer.name): another client takes the voice of this device")
        }
        voice = peer
        context.logger.info("a client takes the voice", metadata: ["peer": "\(peer.name)"])
        await satellite.connected(peer)
    }

    /// Ends the part of a client.
    func closed(_ peer: ESPHomePeer) async {
        guard peer == voice else { return }
        voice = nil
        await satellite.disconnected(peer)
    }

    /// Shows that a client was refused or cut off.
    func refused(_ reason: String) {
        refusals += 1
        if refusals.isLoggedCount {
            context.logger.warning("a client is cut off", metadata: ["reason": "\(LogLine.clean(reason, limit: 300))"])
        }
        context.show("\(refusals) clients were cut off; the last one: \(LogLine.clean(reason, limit: 200))")
    }
}
