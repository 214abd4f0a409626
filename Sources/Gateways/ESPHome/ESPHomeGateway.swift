import Logging
import SaybusStage
import SaybusSupport
import SaybusVoiceSatellite

/// The clients of the device, one of which has its voice.
actor ESPHomeGateway {
    /// The time in which the client that has the voice must answer when another one wants it.
    private static let answerTime = Duration.seconds(5)

    private let context: StageContext
    private let device: DeviceDescription
    private let satellite: SatelliteRunner
    private var clients = VoiceClients()
    /// The client that has the voice and was asked whether it is there; nil when the time for the answer is over.
    private var asked: ESPHomePeer?
    private var refusals = 0
    private var waits = 0

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
        guard wants else { return await release(peer, isMuted: true) }
        guard takesSound else {
            return refused("\(peer.name) wants the sound by UDP: it is older than Home Assistant 2024.5")
        }
        if let holder = clients.add(peer) { return wait(peer, for: holder) }
        await giveVoice(to: peer)
    }

    private func giveVoice(to peer: ESPHomePeer) async {
        context.logger.info("a client takes the voice", metadata: ["peer": "\(peer.name)"])
        await satellite.connected(peer)
    }

    /// Lets a client wait for the voice, and asks the one that has it whether it is there.
    private func wait(_ peer: ESPHomePeer, for holder: ESPHomePeer) {
        waits += 1
        if waits.isLoggedCount {
            context.logger.notice(
                "a client waits for the voice", metadata: ["peer": "\(peer.name)", "holder": "\(holder.name)"])
        }
        context.show("\(peer.name) waits for the voice of this device, which \(holder.name) has")
        // One that waits may say so again and again.
        guard asked != holder else { return }
        asked = holder
        let time = ContinuousClock.now
        holder.send(.message(.ping))
        Task {
            let isOver = (try? await Task.sleep(for: Self.answerTime)) != nil
            if asked == holder { asked = nil }
            // Not the time of the silence: a task wakes up late, and an answer comes at once.
            guard isOver, clients.holder == holder, holder.isSilent(since: time) else { return }
            refused("\(holder.name) has the voice, and does not answer while another client wants it")
            holder.cutOff()
        }
    }

    /// Ends the part of a client, which has closed its connection. If it had the voice, one that waits has it now.
    func closed(_ peer: ESPHomePeer) async { await release(peer, isMuted: false) }

    /// Takes the voice from a client, if it has it, and gives it to one that waits.
    /// - Parameter isMuted: Whether the client stays, and only wants the voice no longer.
    private func release(_ peer: ESPHomePeer, isMuted: Bool) async {
        let next = clients.remove(peer) ? clients.holder : nil
        if isMuted { await satellite.muted(by: peer) } else { await satellite.disconnected(peer) }
        if let next, next == clients.holder { await giveVoice(to: next) }
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
