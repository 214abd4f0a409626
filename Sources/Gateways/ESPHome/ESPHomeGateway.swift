import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The gateway between the bus and Home Assistant: it carries out what ``VoiceSatellite`` decides.
actor ESPHomeGateway {
    /// The kinds that ``observe(_:)`` takes.
    static let kinds: [any BusMessage.Type] = [
        SpeechStarted.self, AudioInput.self, SpeechEnded.self, AudioPlayback.self, TurnEnded.self,
    ]

    private let context: StageContext
    private let device: DeviceDescription
    private let sounds: SoundFolder?
    private var satellite: VoiceSatellite
    /// The client that takes the device's voice. As with ESPHome's devices, it is the first one.
    private var voice: ESPHomePeer?
    private var refusals = 0

    init(_ context: StageContext, _ device: DeviceDescription, session: Session, sounds: SoundFolder?) {
        (self.context, self.device, self.sounds) = (context, device, sounds)
        satellite = VoiceSatellite(session: session, playsSounds: sounds != nil)
    }

    private var bus: Bus { context.bus }

    // MARK: Clients

    /// Answers a message of a client.
    /// - Returns: Whether the connection goes on.
    func receive(_ message: ClientMessage, from peer: ESPHomePeer) -> Bool {
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
        case .subscribeVoice(let wants, let takesSound): subscribe(peer, wants: wants, takesSound: takesSound)
        case .pipelineTaken(let hasFailed): if peer == voice { perform(satellite.taken(hasFailed: hasFailed)) }
        case .event(let event): if peer == voice { perform(satellite.observe(event, now: .now)) }
        case .timer(let event): if peer == voice { perform(satellite.observe(event)) }
        case .announce(let announcement): if peer == voice { perform(satellite.announce(announcement)) }
        case .other: break
        }
        return true
    }

    private func subscribe(_ peer: ESPHomePeer, wants: Bool, takesSound: Bool) {
        guard wants else { return closed(peer) }
        guard takesSound else {
            return refused("\(peer.name) wants the sound by UDP: it is older than Home Assistant 2024.5")
        }
        guard voice == nil || voice == peer else {
            return refused("\(peer.name): another client takes the voice of this device")
        }
        voice = peer
        context.logger.notice("Home Assistant is connected", metadata: ["peer": "\(peer.name)"])
        perform(satellite.connected())
    }

    /// Ends the part of a client.
    func closed(_ peer: ESPHomePeer) {
        guard peer == voice else { return }
        voice = nil
        context.logger.warning("Home Assistant has gone", metadata: ["peer": "\(peer.name)"])
        perform(satellite.disconnected())
    }

    /// Shows that a client was refused or cut off.
    func refused(_ reason: String) {
        refusals += 1
        // A flood of bad clients must not become a flood of log lines: the 1st, 2nd, 4th, … is logged.
        if refusals & (refusals - 1) == 0 {
            context.logger.warning("a client is cut off", metadata: ["reason": "\(LogLine.clean(reason, limit: 300))"])
        }
        show("\(refusals) clients were cut off; the last one: \(LogLine.clean(reason, limit: 200))")
    }

    // MARK: The bus

    /// Processes a message of the bus.
    func observe(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case SpeechStarted.kind:
            guard let turn = header.turn, let started = bus.read(message, as: SpeechStarted.self) else { return }
            perform(satellite.started(turn, wakeWord: started.body.wakeWord, now: .now))
        case AudioInput.kind:
            guard let turn = header.turn, let chunk = bus.read(message, as: AudioInput.self) else { return }
            perform(satellite.heard(chunk.body.samples, turn, now: .now))
        case SpeechEnded.kind:
            guard let turn = header.turn, let ended = bus.read(message, as: SpeechEnded.self) else { return }
            perform(satellite.ended(turn, ended.body.reason))
        case TurnEnded.kind: if let turn = header.turn { perform(satellite.turnEnded(turn)) }
        case AudioPlayback.kind:
            guard let playback = bus.read(message, as: AudioPlayback.self)?.body, playback.item == nil, playback.isOver
            else { return }
            perform(satellite.played(playback.sequence, isPlayed: playback.state != .skipped))
        default: break
        }
    }

    /// Lets time pass: called once a second.
    func tick() { perform(satellite.tick(.now)) }

    /// Ends what goes on, because the program stops.
    func stop() { if voice != nil { perform(satellite.disconnected()) } }

    // MARK: Actions

    private func perform(_ actions: [SatelliteAction]) {
        for action in actions {
            do throws(BusError) {
                try perform(action)
            } catch {
                context.logger.error("cannot publish", metadata: ["error": "\(error)"])
            }
        }
    }

    private func perform(_ action: SatelliteAction) throws(BusError) {
        switch action {
        case .send(let message): voice?.send(.message(message))
        case .transcript(let text, let turn, let session):
            let transcript = SpeechTranscript(
                text: text, engine: "home-assistant", empty: text.isEmpty ? .silence : nil)
            let header = try bus.publish(transcript, session: session, turn: turn)
            // Home Assistant understands it, too, so no recognizer of intents is waited for.
            try bus.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        case .play(let sequence, let id, let session, let turn):
            guard bus.presence.isReady("audio", for: session) else {
                show("nothing can be played: no saybus-audio serves this session")
                return perform(satellite.played(id, isPlayed: false))
            }
            try bus.publish(sequence, id: id, session: session, turn: turn)
        case .silence(let track, let session): try bus.publish(AudioControl(.stop, track: track), session: session)
        case .end(let end, let turn, let session): try bus.publish(end, session: session, turn: turn)
        case .listen(let session): try bus.publish(ListenRequest(mode: .followUp), session: session)
        case .fetch(let addresses, let id): fetch(addresses, id)
        case .remove(let files): sounds?.remove(files)
        case .problem(let problem): show(problem)
        }
    }

    /// Fetches sounds in a task of its own. There are at most ``VoiceSatellite/mostSounds`` at once.
    private func fetch(_ addresses: [String], _ id: MessageID) {
        guard let sounds else { return perform(satellite.fetched(id, nil)) }
        Task {
            switch try await sounds.fetch(addresses) {
            case .success(let files): perform(satellite.fetched(id, files))
            case .failure(let failure):
                context.logger.warning("a sound cannot be fetched", metadata: ["reason": "\(failure)"])
                perform(satellite.fetched(id, nil))
            }
        }
    }

    private func show(_ problem: String?) { context.update { $0.problem = problem } }
}
