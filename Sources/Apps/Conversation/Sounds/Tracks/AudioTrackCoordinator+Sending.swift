import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The connection of the tracks with the audio stage, and what is sent to it.
extension AudioTrackCoordinator {
    /// Connects the tracks with the audio stage, and sends the sequences that were posted shortly before.
    func connect(_ transport: any AudioTransport) {
        // While there is no transport, so that what these ends lead to is sent after all that was posted before.
        skipOutdated()
        self.transport = transport
        let actions = early
        early = []
        perform(actions)
    }

    /// Ends the sequences that have waited for a connection for longer than an audio stage would wait to play them. A
    /// sequence on suspended tracks waits for these.
    private func skipOutdated() {
        guard !queues.isSuspended else { return }
        // The end of the first sequence of a track makes the next one the first.
        while let id = entries.first(where: { !queues.isWaiting($0.key) && $0.value.age() > Self.maximumWait })?.key {
            end(id, PlaybackEnd(.unheard("the app was not connected to the bus within \(Self.maximumWait.inWords)")))
        }
    }

    private static let maximumWait = Duration.microseconds(Bus.sequenceLife)

    /// Performs actions, or keeps them until the tracks are connected.
    func perform(_ actions: [TrackQueues.Action]) {
        for action in actions {
            if let transport { perform(action, transport) } else { postpone(action) }
        }
    }

    /// Keeps an action until the tracks are connected. What is dropped or stopped before that has not been sent, and
    /// ends at once: a later stop would hit what follows on the track.
    private func postpone(_ action: TrackQueues.Action) {
        switch action {
        case .send, .pause, .resume: early.append(action)
        case .drop(let id, let reason): end(id, PlaybackEnd(.unheard(reason)))
        case .stop(let track):
            for case .send(let id, let sent, _) in early where sent == track {
                end(id, PlaybackEnd(.unheard("cancelled")))
            }
        }
    }

    private func perform(_ action: TrackQueues.Action, _ transport: any AudioTransport) {
        do {
            switch action {
            case .send(let id, _, let priority): send(id, priority, transport)
            case .drop(let id, let reason): end(id, PlaybackEnd(.unheard(reason)))
            case .stop(let track): try transport.control(AudioControl(.stop, track: track.name))
            case .pause: try transport.control(AudioControl(.pause))
            case .resume: try transport.control(AudioControl(.resume))
            }
        } catch {
            transport.report(problem: "the audio stage cannot be told: \(error)")
        }
    }

    private func send(_ id: MessageID, _ priority: Int, _ transport: any AudioTransport) {
        guard let entry = entries[id] else { return }
        // A completion may have cancelled or suspended the track after the queues had chosen this sequence.
        if entry.isCancelled { return end(id, PlaybackEnd(.unheard("cancelled"))) }
        if queues.isSuspended {
            queues.putBack(id)
            return limitWait(of: id)
        }
        var wire = entry.sequence.wire
        (wire.priority, wire.policy, wire.bargeIn) = (priority, entry.options.policy, entry.options.bargeIn)
        do {
            try transport.send(wire, id: id, turn: entry.turn) { [weak self] event in await self?.receive(event, of: id)
            }
        } catch {
            // Later, for a completion that posts again would come back here at once: while the program stops, nothing
            // can be sent any more.
            Task { end(id, PlaybackEnd(.unheard("\(error)"))) }
            return
        }
        guard entry.sequence.isEndless else { return }
        // A turn would wait for an end that does not come by itself.
        entries[id]?.turn = nil
        entry.turn?.closed(id, PlaybackEnd(.finished))
        stopLoop(on: entry.track)
    }
}
