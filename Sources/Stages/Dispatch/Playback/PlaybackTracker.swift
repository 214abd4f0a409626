import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// A tracker of published audio sequences. Every tracked sequence ends exactly once.
///
/// It ends by the audio stage's report, by the loss of the audio stage, at a deadline, or when this program stops.
package final class PlaybackTracker: Sendable {
    /// Something that happened to a tracked sequence.
    package enum Event: Sendable {
        /// The sequence has begun to sound.
        case started
        /// A report about one event of the sequence.
        case item(Message<AudioPlayback>)
        /// A report that the sequence is paused, or goes on.
        case held(Message<AudioPlayback>)
        /// The sequence is over. The last event.
        case ended(PlaybackEnd)
    }

    /// Called for each event of a sequence, in order.
    package typealias Handler = @Sendable (Event) async -> Void

    /// Publishes a sequence once more.
    package typealias Again = @Sendable () throws -> Void

    /// Time until an audio stage must have confirmed a sequence, shorter than `Bus.sequenceLife`.
    ///
    /// At the end of that life the bus would end the turn as expired, and would not name the command, which has been
    /// carried out.
    package static let takeTimeout = Duration.seconds(8)

    /// Time from a report on a confirmed sequence to the next one. It bounds the effect of a lost report. A sequence
    /// that may take longer has as much time as that. A sound that loops until it is stopped has no such limit, nor
    /// has a sequence that waits or is paused in an audio stage that lives.
    package static let endTimeout = Duration.seconds(600)

    private struct Entry {
        var playback: TrackedPlayback
        let handler: Handler
        /// Publishes the sequence once more; nil when that is not possible, or has been done.
        var again: Again?
        /// Returns the time since the last report, or since the timeouts were started.
        var silence: @Sendable () -> Duration
        var limit: Task<Void, Never>?
    }

    private struct State {
        var entries: [MessageID: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let report: @Sendable (String) -> Void
    private let withdraw: @Sendable (MessageID) -> Void

    /// Creates a tracker without sequences.
    /// - Parameters:
    ///   - clock: The clock of the timeouts.
    ///   - withdraw: Receives the sequences that nobody waits for any more, which need not be published again.
    ///   - report: Receives problems with sound files.
    package init(
        clock: any Clock<Duration> = ContinuousClock(), withdraw: @escaping @Sendable (MessageID) -> Void = { _ in },
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.clock, self.withdraw, self.report) = (clock, withdraw, report)
    }

    /// Begins to track a sequence, without timeouts. Call it before the sequence is published.
    /// - Parameters:
    ///   - sequence: The id of the sequence's message.
    ///   - events: The events of the sequence.
    ///   - handler: Called for each event, in order.
    ///   - again: Publishes the sequence once more, under its id: called when the audio stage that has it is lost or
    ///     restarted before the sequence has begun to sound. Nil lets the sequence end then.
    /// - Returns: False when the tracker is closed, and the sequence must not be published.
    @discardableResult
    package func begin(
        _ sequence: MessageID, playing events: [AudioEvent], handler: @escaping Handler, again: Again? = nil
    ) -> Bool {
        state.withLock { state in
            if !state.isClosed {
                state.entries[sequence] = Entry(
                    playback: TrackedPlayback(events), handler: handler, again: again, silence: clock.stopwatch())
            }
            return !state.isClosed
        }
    }

    /// Starts the timeouts of a tracked sequence. A later call has no effect.
    ///
    /// They are started after the sequence was published, so that the user does not wait for the task to be made.
    package func startTimeouts(
        of sequence: MessageID, take: Duration = PlaybackTracker.takeTimeout,
        end: Duration = PlaybackTracker.endTimeout
    ) {
        state.withLock { state in
            guard let entry = state.entries[sequence], entry.limit == nil else { return }
            let longest = entry.playback.maximumDuration
            let end = longest > Self.endTimeout ? max(end, longest) : end
            state.entries[sequence]?.silence = clock.stopwatch()
            state.entries[sequence]?.limit = Task { await self.enforceTimeouts(sequence, take, end) }
        }
    }

    /// Records the time at which a tracked sequence is published, in Unix microseconds. Call it before.
    package func sent(_ sequence: MessageID, at time: Int64) {
        state.withLock { $0.entries[sequence]?.playback.sent(at: time) }
    }

    /// Stops tracking a sequence that could not be published, or that its app has given up. Its handler is not called.
    package func forget(_ sequence: MessageID) {
        state.withLock { $0.entries.removeValue(forKey: sequence) }?.limit?.cancel()
    }

    /// Whether the tracker refuses further sequences, because this program stops.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// The sequences that an audio stage has, and that have not ended.
    var taken: Set<MessageID> {
        state.withLock { state in Set(state.entries.filter { $0.value.playback.isTaken }.keys) }
    }

    /// Returns whether any of these messages is a sequence that has not ended.
    func tracks(_ messages: [MessageID]) -> Bool {
        state.withLock { state in messages.contains { state.entries[$0] != nil } }
    }

    // MARK: Messages from the bus

    /// Applies a report of the audio stage.
    package func apply(_ message: Message<AudioPlayback>) async {
        let sequence = message.body.sequence
        let applied = state.withLock { state -> (Handler, PlaybackEnd?, String?)? in
            guard let entry = state.entries[sequence] else { return nil }
            guard let (end, problem) = state.entries[sequence]?.playback.apply(message) else { return nil }
            state.entries[sequence]?.silence = clock.stopwatch()
            if end != nil { state.entries.removeValue(forKey: sequence)?.limit?.cancel() }
            return (entry.handler, end, problem)
        }
        guard let (handler, end, problem) = applied else { return }
        if let problem { report(problem) }
        if message.body.item != nil {
            await handler(.item(message))
        } else if message.body.state == .started {
            await handler(.started)
        } else if [.suspended, .resumed].contains(message.body.state) {
            await handler(.held(message))
        }
        if let end { await handler(.ended(end)) }
    }

    /// Ends the sequences whose report cannot be read, for a reason that names the field: the end may have been in it,
    /// and it will not come again in another form. A report on a single event or word is no end.
    package func refuse(_ report: RawMessage, because reason: String) async {
        let header = report.header
        guard header.source.role == .audio, (try? JSONValue(parsing: report.body))?["item"] == nil else { return }
        for cause in header.causes where tracks([cause]) {
            withdraw(cause)
            await end(cause, .unheard("the report of \(header.source) on it cannot be read: \(reason)"))
        }
    }

    /// Applies a receipt: an audio stage has the sequences that it names.
    package func apply(receipt header: Header) {
        guard header.source.role == .audio else { return }
        state.withLock { state in
            for cause in header.causes { state.entries[cause]?.playback.taken(by: header) }
        }
    }

    /// Applies a status. A lost or restarted audio stage ends the sequences that it had, and no other one has. What has
    /// not begun to sound is published once more instead, in the order of publication.
    package func apply(_ status: Message<StageStatus>) async {
        guard status.body.role == .audio else { return }
        let orphans = state.withLock { state in
            state.entries.keys.sorted().compactMap { id -> (MessageID, PlaybackEnd, Again?)? in
                guard let end = state.entries[id]?.playback.end(with: status) else { return nil }
                return (id, end, takeAgain(id, after: end, &state))
            }
        }
        for (sequence, end, again) in orphans {
            if let again, (try? again()) != nil {
                startTimeouts(of: sequence)
            } else {
                await self.end(sequence, end.outcome)
            }
        }
    }

    /// Prepares a sequence that was cut off before it has begun to sound for being published once more.
    /// - Returns: What publishes it; nil when it ends.
    private func takeAgain(_ sequence: MessageID, after end: PlaybackEnd, _ state: inout State) -> Again? {
        // Another audio stage may have played it, or been told to stop it.
        guard case .cut = end.outcome, let entry = state.entries[sequence], !entry.playback.hasBegun,
            let again = entry.again
        else { return nil }
        entry.limit?.cancel()
        state.entries[sequence]?.playback.sentAgain()
        state.entries[sequence]?.again = nil
        state.entries[sequence]?.limit = nil
        return again
    }

    /// Applies a turn's end that the bus has published, because it gave up the sequences that the header names.
    package func expire(_ header: Header, _ reason: String) async {
        for cause in header.causes { await end(cause, .expired(reason)) }
    }

    /// Ends all sequences and refuses further ones, because this program stops.
    package func close() async {
        let open = state.withLock { state in
            state.isClosed = true
            return Array(state.entries.keys)
        }
        for sequence in open { await end(sequence, .unheard("the program stopped while it sounded")) }
    }

    private func end(_ sequence: MessageID, _ outcome: PlaybackEnd.Outcome) async {
        guard let entry = state.withLock({ $0.entries.removeValue(forKey: sequence) }) else { return }
        entry.limit?.cancel()
        await entry.handler(.ended(entry.playback.end(outcome)))
    }

    // MARK: Deadlines

    /// Ends a sequence that no audio stage takes in time, or on which no report comes any more. Cancelled when the
    /// sequence ends.
    private func enforceTimeouts(_ sequence: MessageID, _ takeTimeout: Duration, _ endTimeout: Duration) async {
        guard (try? await clock.sleep(for: takeTimeout)) != nil else { return }
        guard state.withLock({ $0.entries[sequence]?.playback.isTaken }) == true else {
            return await expire(sequence, "no audio stage has taken it within \(takeTimeout.inWords)")
        }
        // Each report puts the end off.
        while let rest = rest(of: sequence, endTimeout) {
            guard rest > .zero else {
                return await expire(sequence, "no report on it came within \(endTimeout.inWords)")
            }
            guard (try? await clock.sleep(for: rest)) != nil else { return }
        }
    }

    /// Returns the time after which to look at a sequence again; nil when it has ended, or has no limit.
    private func rest(of sequence: MessageID, _ endTimeout: Duration) -> Duration? {
        state.withLock { state in
            guard let entry = state.entries[sequence], !entry.playback.isEndless else { return nil }
            return entry.playback.isHeld ? endTimeout : endTimeout - entry.silence()
        }
    }

    private func expire(_ sequence: MessageID, _ reason: String) async {
        // Or the bus would end the turn a second time, and an audio stage that comes late would play it.
        withdraw(sequence)
        // Ending the sequence cancels this task. The handler runs in another task, which is not cancelled.
        await Task { await self.end(sequence, .unheard(reason)) }.value
    }
}
