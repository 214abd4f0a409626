import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The tracks of one conversation. Each queues its sequences; the audio stage decides by priority which track plays.
///
/// Completions follow the audio stage's reports, so their outcomes tell what was played, not what was sent.
@ConversationActor
public final class AudioTrackCoordinator {
    /// The end of a sequence.
    enum End: Sendable, Equatable {
        /// The sequence was played to its end.
        case heard
        /// The sequence was not played, or not to its end, for this reason.
        case unheard(String)
        /// The user spoke before its end.
        case spokenOver
    }

    private struct Entry {
        var sequence: SequenceCompletions
        /// The turn that waits for the sequence; nil for none.
        var turn: ConversationTurn?
        let track: AudioTrackIdentifier
        let options: SequenceOptions
        /// Whether the app cancelled the sequence, which is no failure of the turn.
        var isCancelled = false
        /// Called if the sequence ends because the audio stage cannot play an event; nil for nothing.
        var refusal: AudioEventSequenceItem.Start?
        /// The limit of the time for which the turn waits while the tracks are suspended.
        var limit: LimitTimer?
        /// Returns the time since the sequence was posted.
        let age: @Sendable () -> Duration
        var completion: (@ConversationActor (End) -> Void)?
        let onEnd: (@ConversationActor (PlaybackEnd) -> Void)?
    }

    private(set) var queues = TrackQueues()
    private var entries: [MessageID: Entry] = [:]
    private var tracks: [AudioTrackIdentifier: AudioTrack] = [:]
    private var early: [TrackQueues.Action] = []
    private weak var transport: (any AudioTransport)?
    private let clock: any Clock<Duration>

    /// Creates a coordinator without tracks.
    public convenience init() { self.init(clock: ContinuousClock()) }

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Registers a track, or changes its priority. Of two tracks, the audio stage plays the one with the higher
    /// number first.
    @discardableResult
    public func registerTrack(_ identifier: AudioTrackIdentifier, priority: Int) -> AudioTrack {
        let track = tracks[identifier] ?? AudioTrack(identifier, of: self)
        tracks[identifier] = track
        queues.register(identifier, priority: priority)
        return track
    }

    /// Removes a track and drops its sequences.
    public func unregisterTrack(_ identifier: AudioTrackIdentifier) {
        tracks[identifier] = nil
        markCancelled(identifier)
        perform(queues.unregister(identifier))
    }

    /// Returns the track of a name; nil when there is none.
    public func track(_ identifier: AudioTrackIdentifier) -> AudioTrack? { tracks[identifier] }

    /// Pauses all tracks.
    ///
    /// Sequences that wait are played after ``resumeTracks()``. A turn waits ten minutes for them, then ends as failed;
    /// the user's next words do not wait for it. What other apps of the conversation are playing pauses as well, until
    /// ``resumeTracks()`` or the end of this app.
    public func suspendTracks() {
        perform(queues.suspend())
        for id in entries.keys {
            limitWait(of: id)
            endAtSuspension(id)
        }
    }

    /// Resumes all tracks.
    public func resumeTracks() {
        for id in entries.keys { entries[id]?.limit = nil }
        perform(queues.resume())
    }

    // MARK: For the conversation

    /// Whether no sequence is playing or waiting.
    var isIdle: Bool { entries.isEmpty }

    /// The number of sequences that are playing or waiting.
    var count: Int { entries.count }

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
        while let id = entries.first(where: { !queues.isWaiting($0.key) && $0.value.age() > Self.longestWait })?.key {
            end(id, PlaybackEnd(.unheard("the app was not connected to the bus within \(Self.longestWait.inWords)")))
        }
    }

    private static let longestWait = Duration.microseconds(Bus.sequenceLife)

    /// Posts a sequence on a track.
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - track: The track.
    ///   - turn: The turn that waits for the sequence; nil for none.
    ///   - options: The way in which the sequence is played.
    ///   - completion: Called when the whole sequence is over.
    ///   - onEnd: Called with the reason of the end, before the completion.
    @discardableResult
    func play(
        _ sequence: AudioEventSequence, on track: AudioTrackIdentifier,
        turn: ConversationTurn? = ConversationTurn.current, options: SequenceOptions = SequenceOptions(),
        completion: (@ConversationActor (End) -> Void)? = nil,
        onEnd: (@ConversationActor (PlaybackEnd) -> Void)? = nil
    ) -> MessageID {
        let id = MessageID()
        let posted = SequenceCompletions(sequence.items, on: track)
        let turn = turn?.isEnded == true ? nil : turn
        entries[id] = Entry(
            sequence: posted, turn: turn, track: track, options: options, age: clock.stopwatch(),
            completion: completion, onEnd: onEnd)
        turn?.opened(id, posted.wire.events)
        guard queues.knows(track) else {
            let problem = "there is no track \(track): what is posted for it is not heard"
            transport?.report(problem: problem)
            skip(id, because: problem)
            return id
        }
        guard !posted.wire.events.isEmpty else {
            if !sequence.items.isEmpty {
                let problem = "an event on the track \(track) has nothing to play"
                transport?.report(problem: problem)
                turn?.remark(problem)
            }
            end(id, PlaybackEnd(.finished))
            return id
        }
        perform(queues.add(id, to: track))
        stopLoop(on: track)
        limitWait(of: id)
        endAtSuspension(id)
        return id
    }

    /// Stops the sound that loops on a track when something else waits behind it, which would never be heard.
    private func stopLoop(on track: AudioTrackIdentifier) {
        guard let id = queues.blocking(track), let entry = entries[id], entry.sequence.isEndless, !entry.isCancelled
        else { return }
        entries[id]?.isCancelled = true
        perform([.stop(track)])
    }

    /// Limits the time for which a turn waits for a sequence that has not been sent because the tracks are suspended.
    /// A sequence that was sent has the limits of ``PlaybackTracker``.
    private func limitWait(of id: MessageID) {
        guard queues.isSuspended, entries[id]?.turn != nil, entries[id]?.limit == nil, queues.isWaiting(id) else {
            return
        }
        let limit = LimitTimer(clock: clock)
        entries[id]?.limit = limit
        limit.start(PlaybackTracker.endTimeout) { [weak self] in
            guard let turn = self?.entries[id]?.turn else { return }
            self?.entries[id]?.turn = nil
            let time = PlaybackTracker.endTimeout.inWords
            turn.closed(id, PlaybackEnd(.unheard("the app has suspended its tracks for \(time)")))
        }
    }

    /// Calls the completion of a sequence that does not wait for the end of a suspension. The sequence itself waits.
    private func endAtSuspension(_ id: MessageID) {
        guard queues.isSuspended, let entry = entries[id], entry.options.endsAtSuspension else { return }
        entries[id]?.completion = nil
        entry.completion?(.unheard("the app has suspended its tracks"))
    }

    /// Drops the waiting sequences of a track and stops the playing one.
    func cancelAll(_ track: AudioTrackIdentifier) {
        markCancelled(track)
        perform(queues.cancelAll(track))
    }

    private func markCancelled(_ track: AudioTrackIdentifier) {
        for (id, entry) in entries where entry.track == track { entries[id]?.isCancelled = true }
    }

    /// Drops a sequence that waits, or stops the one that is playing. What else waits on its track stays.
    func cancel(_ id: MessageID) {
        guard entries[id] != nil else { return }
        entries[id]?.isCancelled = true
        perform(queues.cancel(id))
    }

    /// Stops the sounds that loop, because the program ends. They would go on for good: nobody else knows of them, nor
    /// does this app when it is started again.
    func stopLoops() { for id in loops { cancel(id) } }

    /// The sounds that loop, and are not stopped.
    private var loops: [MessageID] {
        entries.filter { $0.value.sequence.isEndless && !$0.value.isCancelled }.map(\.key)
    }

    /// Ends all sequences and a suspension of the tracks, because the conversation is over. Sequences that completions
    /// post meanwhile wait for the next connection.
    func close() {
        // Those of a handler that has outlasted the drain, or all, if the program was not drained.
        for id in loops where !queues.isWaiting(id) { cancel(id) }
        for id in entries.keys { transport?.forget(id) }
        queues.clear()
        // The audio stage has paused the tracks of all apps in the conversation.
        perform(queues.resume())
        transport = nil
        for id in entries.keys { end(id, PlaybackEnd(.unheard("the app ends"))) }
    }

    private func receive(_ event: PlaybackTracker.Event, of id: MessageID) {
        switch event {
        case .started: entries[id]?.sequence.started()?()
        case .held(let message): tell(message.body, of: id)
        case .item(let message) where message.body.state == .started:
            tell(message.body, of: id)
            entries[id]?.sequence.started(message.body.item ?? 0)?()
        case .item(let message):
            tell(message.body, of: id)
            if let refusal = entries[id]?.sequence.refusal(in: message.body) { entries[id]?.refusal = refusal }
            guard let due = entries[id]?.sequence.apply(message.body) else { return }
            for (completion, outcome) in due { completion(outcome) }
        case .ended(let end): self.end(id, end)
        }
    }

    /// Passes a report to the events that want it.
    private func tell(_ playback: AudioPlayback, of id: MessageID) {
        for receive in entries[id]?.sequence.receivers(of: playback) ?? [] { receive(playback) }
    }

    /// Ends a sequence that is not played because of a mistake of the app. Its turn does not fail, but its end says so.
    private func skip(_ id: MessageID, because problem: String) {
        entries[id]?.turn?.remark(problem)
        end(id, PlaybackEnd(.finished), skipped: problem)
    }

    private func end(_ id: MessageID, _ end: PlaybackEnd, skipped: String? = nil) {
        guard var entry = entries.removeValue(forKey: id) else { return }
        // A sequence that somebody has stopped was not refused.
        let refusal: AudioEventSequenceItem.Start? = if case .unheard = end.outcome { entry.refusal } else { nil }
        if case .expired = end.outcome { entry.turn?.expire() }
        let due = entry.sequence.end(unheard: skipped ?? end.problem)
        let dropped = dropWaiting(behind: id, entry, end)
        let actions = queues.ended(id)
        for (completion, outcome) in due { completion(outcome) }
        refusal?()
        entry.onEnd?(end)
        entry.completion?(Self.end(end))
        // Last, so that sequences that a completion posts still belong to the turn.
        let heard = refusal == nil ? end.heard : ""
        entry.turn?.closed(
            id, PlaybackEnd(end.outcome, heard: heard, latency: end.latency),
            isWanted: !entry.isCancelled && refusal == nil)
        for (id, end) in dropped { self.end(id, end) }
        perform(actions)
    }

    /// Removes the sequences from their track that wait behind one that the user or a program has stopped, and returns
    /// them with their ends.
    ///
    /// A question stays, for its answer is awaited. What the user says over one answer does not end those to later
    /// words, one of which may be the answer to it.
    private func dropWaiting(
        behind id: MessageID, _ entry: Entry, _ end: PlaybackEnd
    ) -> [(id: MessageID, end: PlaybackEnd)] {
        guard !entry.isCancelled, case .stopped(let reason, let cause, _) = end.outcome, cause != .newerSequence else {
            return []
        }
        let dropped = queues.dropWaiting(behind: id) { waiting in
            guard let other = entries[waiting], !other.options.isQuestion else { return false }
            return cause == .demand || other.turn === entry.turn
        }
        let unheard = PlaybackEnd(.stopped(reason, cause, hadBegun: false), heard: "")
        return dropped.map { (id: $0, end: unheard) }
    }

    private static func end(_ end: PlaybackEnd) -> End {
        if case .stopped(_, .bargeIn, hadBegun: true) = end.outcome { return .spokenOver }
        return end.problem.map { .unheard($0) } ?? .heard
    }

    private func perform(_ actions: [TrackQueues.Action]) {
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
