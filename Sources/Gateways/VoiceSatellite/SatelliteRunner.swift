import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import ServiceLifecycle

/// The part of a satellite on the bus: it carries out what ``VoiceSatellite`` decides.
package actor SatelliteRunner {
    /// The kinds of the session that ``observe(_:)`` takes.
    private static let kinds: [any BusMessage.Type] = [
        SpeechStarted.self, AudioInput.self, SpeechEnded.self, AudioPlayback.self, TurnEnded.self,
    ]
    /// The tracked kinds that are published.
    package static let tracking: [any BusMessage.Type] = [
        SpeechTranscript.self, AudioSequence.self, ListenRequest.self,
    ]

    private let context: StageContext
    private let messages: RawSubscription
    private let sounds: SatelliteSounds?
    private var satellite: VoiceSatellite
    /// The connections to Home Assistant.
    private var peers = SatellitePeers()
    /// The connection that has muted the satellite; nil while one takes its turns.
    private var muting: (any SatellitePeer)?
    /// The connections that had the satellite, those of them that have gone, and those that have muted it.
    private var (connections, losses, mutings) = (0, 0, 0)
    /// The answers that were dropped because they came late.
    private var lateAnswers = 0
    private var soundFailures = RefusalCounts()

    /// Creates a satellite of the session that the stage serves.
    /// - Parameter sounds: Where the audio stage finds Home Assistant's sounds; nil speaks their words.
    package init(_ context: StageContext, sounds: SatelliteSounds?) {
        (self.context, self.sounds) = (context, sounds)
        let session = context.session ?? .default
        messages = context.bus.subscribe(to: Self.filters(for: session))
        satellite = VoiceSatellite(session: session, playsSounds: sounds != nil)
        sounds?.removeAll()
        context.update { $0.problem = VoiceSatellite.absence }
    }

    /// Serves the bus beside Home Assistant until the program is told to stop.
    /// - Parameter serve: Serves the connections of Home Assistant until its task is cancelled.
    nonisolated package func run(_ serve: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serve() }
            group.addTask { await self.keepTime() }
            group.addTask {
                await withGracefulShutdownHandler {
                    for await case .message(let message) in self.messages { await self.observe(message) }
                } onGracefulShutdown: {
                    self.messages.end()
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        await stop()
    }

    private var bus: Bus { context.bus }

    /// Returns the filters of the messages that ``observe(_:)`` takes. An audio stage may serve several sessions, so
    /// statuses of any session count.
    private static func filters(for session: Session) -> [SubscriptionFilter] {
        kinds.map { SubscriptionFilter($0, in: SessionScope(session: session)) } + [
            SubscriptionFilter(StageStatus.self)
        ]
    }

    // MARK: Home Assistant

    /// Connects the satellite. A former connection does not have it until this one goes.
    package func connected(_ new: any SatellitePeer) {
        if peers.current != nil { perform(satellite.disconnected()) }
        peers.add(new)
        begin()
    }

    /// Records that a connection takes no turns for now, such as of a satellite that is muted in Home Assistant. If it
    /// had the satellite, the newest one of the others has it now.
    package func muted(by peer: any SatellitePeer) {
        let hadSatellite = peers.current === peer
        peers.remove(peer)
        guard hadSatellite else { return }
        mutings += 1
        if mutings.isLoggedCount {
            context.logger.notice("Home Assistant takes no turns now", metadata: ["count": "\(mutings)"])
        }
        perform(satellite.muted())
        if peers.current != nil { begin() } else { muting = peer }
    }

    /// Ends the part of a connection. If it had the satellite, the newest one of the others has it now.
    package func disconnected(_ old: any SatellitePeer) {
        guard muting !== old else {
            // No loss: Home Assistant takes turns again by a new connection.
            muting = nil
            return perform(satellite.disconnected())
        }
        let hadSatellite = peers.current === old
        peers.remove(old)
        guard hadSatellite else { return }
        losses += 1
        if losses.isLoggedCount {
            context.logger.warning("Home Assistant has gone", metadata: ["count": "\(losses)"])
        }
        perform(satellite.disconnected())
        if peers.current != nil { begin() }
    }

    /// Begins the part of the connection that has the satellite.
    private func begin() {
        muting = nil
        connections += 1
        if connections.isLoggedCount {
            context.logger.notice("Home Assistant is connected", metadata: ["count": "\(connections)"])
        }
        perform(satellite.connected())
    }

    /// The connection whose messages count: of one that has muted the satellite, timers and announcements still sound.
    private var current: (any SatellitePeer)? { peers.current ?? muting }

    /// Processes a message of Home Assistant. One of a connection that does not have the satellite is ignored, and its
    /// sound removed.
    package func receive(_ input: SatelliteInput, from sender: any SatellitePeer) {
        guard current === sender else {
            if !input.file.isEmpty { sounds?.remove([input.file]) }
            return
        }
        switch input {
        case .taken(let hasFailed): perform(satellite.taken(hasFailed: hasFailed))
        case .event(let event): perform(satellite.observe(event, now: .now))
        case .timer(let event): perform(satellite.observe(event))
        case .announce(let announcement): perform(satellite.announce(announcement))
        }
    }

    /// Reports that a sound of Home Assistant could not be kept, so that its words are spoken.
    package func report(_ error: SatelliteSoundError) {
        let count = soundFailures.record("\(error)")
        guard count.isLoggedCount else { return }
        context.logger.warning("a sound cannot be kept", metadata: ["reason": "\(error)", "count": "\(count)"])
    }

    /// Records that the answer of a run that was given up came late, and is dropped.
    package func dropped() {
        lateAnswers += 1
        guard lateAnswers.isLoggedCount else { return }
        context.logger.notice("a late answer of Home Assistant was dropped", metadata: ["count": "\(lateAnswers)"])
    }

    // MARK: The bus

    /// Processes a message of the bus.
    private func observe(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case SpeechStarted.kind:
            guard let turn = header.turn, let started = bus.read(message, as: SpeechStarted.self) else { return }
            perform(satellite.started(turn, wakeWord: started.body.wakeWord, now: .now))
        case AudioInput.kind:
            guard header.turn != nil, let chunk = bus.read(message, as: AudioInput.self) else { return }
            perform(satellite.heard(chunk.body, header, now: .now))
        case SpeechEnded.kind:
            guard header.turn != nil, let ended = bus.read(message, as: SpeechEnded.self) else { return }
            perform(satellite.ended(ended.body, header))
        case TurnEnded.kind:
            if let turn = header.turn { perform(satellite.turnEnded(turn)) }
            // The bus names the sequences that it has given up.
            for cause in header.causes { perform(satellite.played(cause, isPlayed: false)) }
        case StageStatus.kind:
            if let status = bus.read(message, as: StageStatus.self) { perform(satellite.observe(status)) }
        case AudioPlayback.kind:
            guard let playback = bus.read(message, as: AudioPlayback.self)?.body, playback.item == nil else { return }
            guard playback.isOver else {
                return satellite.taken(playback.sequence, by: ProgramRun(header))
            }
            // With a cause, somebody did not want to hear it.
            guard playback.state == .skipped, playback.cause == nil else {
                return perform(satellite.played(playback.sequence, isPlayed: playback.state != .skipped))
            }
            perform(satellite.skipped(playback.sequence, playback.reason))
        default: break
        }
    }

    /// Lets time pass, once a second, until the task is cancelled.
    private func keepTime() async {
        // The clock of time limits; nothing waits for it.
        while (try? await Task.sleep(for: .seconds(1))) != nil { perform(satellite.tick(.now)) }
    }

    /// Ends what goes on, because the program stops.
    private func stop() { if peers.current != nil { perform(satellite.disconnected()) } }

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
        case .send(let message): current?.tell(message)
        case .transcript(let transcript, let turn, let session):
            let header = try bus.publish(transcript, session: session, turn: turn)
            // Home Assistant understands it, too, so no recognizer of intents is waited for.
            try bus.publish(Receipt(of: SpeechTranscript.kind), answering: header)
        case .play(let sequence, let id, let session, let turn):
            guard bus.presence.isReady(.audio, for: session) else {
                return perform(satellite.unplayable(id))
            }
            try bus.publish(sequence, id: id, session: session, turn: turn)
        case .silence(let track, let session): try bus.publish(AudioControl(.stop, track: track), session: session)
        case .end(let end, let turn, let session): try bus.publish(end, session: session, turn: turn)
        case .listen(let session): try bus.publish(ListenRequest(mode: .followUp), session: session)
        case .fetch(let addresses, let id): fetch(addresses, id)
        case .remove(let files): sounds?.remove(files)
        case .dropped: dropped()
        case .problem(let problem): context.update { $0.problem = problem }
        case .failure(let reason): context.show(reason)
        }
    }

    /// Fetches sounds in a task of its own. There are at most ``VoiceSatellite/maximumSounds`` at once.
    private func fetch(_ addresses: [String], _ id: MessageID) {
        guard let sounds else { return perform(satellite.fetched(id, nil)) }
        Task {
            switch try await sounds.fetch(addresses) {
            case .success(let files): perform(satellite.fetched(id, files))
            case .failure(let failure):
                let count = soundFailures.record("\(failure)")
                if count.isLoggedCount {
                    context.logger.warning(
                        "a sound cannot be fetched", metadata: ["reason": "\(failure)", "count": "\(count)"])
                }
                perform(satellite.fetched(id, nil))
            }
        }
    }
}
