import Logging
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// A satellite of the protocol, to which the gateway connects: the satellite sends the sound of its microphone, and
/// plays the answers of its conversation.
public struct SatelliteClient: Sendable, Equatable {
    /// The satellite's address.
    let address: SocketAddress
    /// The satellite's conversation, such as the name of its room.
    public let session: Session

    /// The time between two pings, and the time without an event after which the satellite counts as gone. Home
    /// Assistant has the same two.
    private static let (pingInterval, silence) = (Duration.seconds(2), Duration.seconds(5))
    /// The time from the loss of a connection to the next attempt.
    private static let retryInterval = Duration.seconds(5)

    /// Creates the description of a satellite.
    public init(address: SocketAddress, session: Session) { (self.address, self.session) = (address, session) }

    /// Serves the satellite until the task is cancelled; connects again when the connection is lost.
    func run(_ gateway: Gateway) async {
        var contact = SatelliteContact()
        let settings = SpeakerSettings()
        while !Task.isCancelled {
            do {
                let peer = try await WyomingPeer.connect(to: address, within: .seconds(5))
                let greeting = try await Self.greeting(of: peer)
                let start = ContinuousClock.now
                if let attempts = contact.connected() {
                    gateway.logger.notice(
                        "a satellite is there", metadata: ["satellite": "\(address)", "attempts": "\(attempts)"])
                }
                // The satellite is the loudspeaker of its conversation, also for unsolicited sounds.
                let reason = try? await gateway.claims.claim(session, isLasting: true) {
                    await serve(peer, greeting, gateway, settings)
                }
                guard !Task.isCancelled else { return }
                let sentence = LogLine.clean(reason ?? "the connection was lost", limit: 200)
                if let count = contact.lost(after: .now - start) {
                    gateway.logger.warning(
                        "a satellite has gone",
                        metadata: ["satellite": "\(address)", "reason": "\(sentence)", "count": "\(count)"])
                }
                gateway.show("the satellite \(session) is not there: \(sentence)")
            } catch {
                guard !Task.isCancelled else { return }
                if contact.failed() { gateway.logger.warning("no satellite", metadata: ["reason": "\(error)"]) }
                gateway.show("the satellite \(session) is not there: \(error)")
            }
            guard (try? await Task.sleep(for: Self.retryInterval)) != nil else { return }
        }
    }

    /// Waits until the satellite answers. A machine that stands still takes connections, too, and must not take the
    /// sounds of its room from another loudspeaker.
    /// - Returns: The satellite's first event.
    private static func greeting(of peer: WyomingPeer) async throws -> WyomingEvent {
        try await withTaskCancellationHandler {
            for type in ["describe", "ping"] { try await peer.send(WyomingEvent(type: type)) }
            return try await peer.receive(within: silence)
        } onCancel: {
            peer.close()
        }
    }

    /// - Returns: The reason why the satellite was cut off; nil when it has closed its connection.
    private func serve(
        _ peer: WyomingPeer, _ greeting: WyomingEvent, _ gateway: Gateway, _ settings: SpeakerSettings
    ) async -> String? {
        gateway.show(nil)
        let speaker = gateway.services.synthesizer.map {
            PeerSpeaker(peer, $0, settings, gateway.turns, logger: gateway.logger)
        }
        if let speaker { gateway.turns.attach(speaker, to: session) }
        if greeting.type == "info" { speaker?.learn(greeting) }
        let events = SatelliteEvents(peer, silence: Self.silence)
        let reason = await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group -> String? in
                var reason: String?
                if let speaker { group.addTask { await speaker.run() } }
                group.addTask { await events.run() }
                group.addTask {
                    while (try? await peer.send(WyomingEvent(type: "ping"))) != nil,
                        (try? await Task.sleep(for: Self.pingInterval)) != nil
                    {}
                }
                do {
                    try await peer.send(WyomingEvent(type: "run-satellite"))
                    var conversation = PeerSession(
                        peer, gateway, own: session, speaker: speaker, silence: Self.silence, ahead: events)
                    reason = await conversation.run()
                } catch {
                    peer.close()
                }
                speaker?.close()
                group.cancelAll()
                return reason
            }
        } onCancel: {
            peer.close()
        }
        if let speaker { gateway.turns.detach(speaker, from: session) }
        return reason
    }
}
