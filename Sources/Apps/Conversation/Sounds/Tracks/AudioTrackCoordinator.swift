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

    var queues = TrackQueues()
    /// The sequences that are playing or waiting.
    var entries: [MessageID: PostedSequence] = [:]
    private var tracks: [AudioTrackIdentifier: AudioTrack] = [:]
    /// The actions that wait for the connection.
    var early: [TrackQueues.Action] = []
    /// The number of sequences whose completions are being called.
    var completing = 0
    weak var transport: (any AudioTransport)?
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

    /// Lets the tracks go on that ``suspendTracks()`` has suspended.
    public func resumeTracks() {
        for id in entries.keys { entries[id]?.limit = nil }
        perform(queues.resume())
    }

    // MARK: For the conversation

    /// Whether no sequence is playing or waiting.
    var isIdle: Bool { entries.isEmpty }

    /// The number of sequences that are playing or waiting.
    var count: Int { entries.count }

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
        entries[id] = PostedSequence(
            sequence: posted, turn: turn, track: track, options: options, age: clock.stopwatch(),
            completion: completion, onEnd: onEnd)
        turn?.opened(id, posted.wire.events)
        guard queues.knows(track) else {
            let problem = "there is no track \(track): what is posted for it is not heard"
            transport?.report(problem: problem)
            turn?.remark(problem)
            endUnplayed(id, skipped: problem)
            return id
        }
        guard !posted.wire.events.isEmpty else {
            if !sequence.items.isEmpty {
                let problem = "an event on the track \(track) has nothing to play"
                transport?.report(problem: problem)
                turn?.remark(problem)
            }
            endUnplayed(id)
            return id
        }
        let actions = queues.add(id, to: track)
        if case .drop(id, let reason)? = actions.first {
            endUnplayed(id, PlaybackEnd(.unheard(reason)))
            return id
        }
        perform(actions)
        stopLoop(on: track)
        limitWait(of: id)
        endAtSuspension(id)
        return id
    }

    /// Stops the sound that loops on a track when something else waits behind it, which would never be heard.
    func stopLoop(on track: AudioTrackIdentifier) {
        guard let id = queues.blocking(track), let entry = entries[id], entry.sequence.isEndless, !entry.isCancelled
        else { return }
        entries[id]?.isCancelled = true
        perform([.stop(track)])
    }

    /// Limits the time for which a turn waits for a sequence that has not been sent because the tracks are suspended.
    /// A sequence that was sent has the limits of ``PlaybackTracker``.
    func limitWait(of id: MessageID) {
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
}
