import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport

/// A retransmitter of turns. It tracks turns until they end, and publishes the audio of turns without a transcript
/// again for a new transcriber.
actor TurnRetransmitter {
    /// The time allowed for a transcript after the end of speech.
    static let transcriptTimeout = Duration.seconds(10)
    /// The time allowed for the answer, playback included, after the end of speech, before the next recording is
    /// played.
    static let answerTimeout = Duration.seconds(60)

    /// The time that transcribers get to reconnect to a restarted broker. A transcriber's status may arrive before the
    /// transcriber's own subscriptions are in force.
    private static let settling = Duration.seconds(5)

    private struct Turn {
        let session: Session
        var messages: [RawMessage] = []
        var closed: ContinuousClock.Instant?
        var isTranscribed = false
        /// The transcriber of the turn. When it is lost, the transcript may be lost as well, before the next stage has
        /// received it.
        var transcriber: ProgramRun?
        /// A draining transcriber that has announced that it finishes the turn although another one takes over.
        var taker: Source?
        /// Whether another listener heard the turn, which is gone with its sound.
        var isOrphan = false
    }

    private let bus: Bus
    private let logger: Logger
    private let file: OpenTurnFile
    private var turns: [TurnID: Turn] = [:]
    /// The progress of turns that this listener does not have, and may find to be those of a killed one later: true
    /// when the intent stage has received them or they have ended, false when they have a transcript only. The messages
    /// that show it are not delivered a second time.
    private var others = GenerationalCache<TurnID, Bool>(capacity: 512)
    private var writer: TurnWriter?
    private var presence = Presence()
    /// The start number of the broker that delivered the last status.
    private var epoch: UInt32?
    /// The time until which transcribers may be reconnecting to a restarted broker.
    private var settled = ContinuousClock.now
    /// The number of turns opened so far.
    private(set) var opened = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private let closedTurns: AsyncStream<TurnID>
    private let deadlines: AsyncStream<TurnID>.Continuation

    init(bus: Bus, logger: Logger) {
        (self.bus, self.logger) = (bus, logger)
        // The file tells of a failure.
        try? bus.address.makeTurnFolder()
        file = OpenTurnFile(folder: bus.address.turnFolder, bus: bus.address.url, logger: logger)
        (closedTurns, deadlines) = AsyncStream.makeStream(of: TurnID.self, bufferingPolicy: .bufferingOldest(4096))
    }

    // Messages are published and kept in one step without suspension, so that a retransmission has all parts of a
    // turn in order.

    /// Opens a turn.
    /// - Returns: The turn's id.
    @discardableResult
    func open(_ started: SpeechStarted, in session: Session, samples: [Int16]) throws -> TurnID {
        var new = TurnWriter(bus: bus, session: session)
        turns[new.turn] = Turn(session: session)
        file.add(new.turn, in: session)
        turns[new.turn]?.messages += try new.start(started, samples: samples)
        writer = new
        opened += 1
        return new.turn
    }

    /// Adds audio to the open turn.
    func append(_ samples: [Int16]) throws {
        guard let turn = writer?.turn, let messages = try writer?.append(samples) else { return }
        keep(messages, of: turn)
    }

    /// Closes the open turn.
    func close(_ reason: SpeechEnded.Reason) throws {
        guard let turn = writer?.turn, let messages = try writer?.end(reason) else { return }
        keep(messages, of: turn)
        writer = nil
        turns[turn]?.closed = .now
        deadlines.yield(turn)
    }

    /// Ends the open turn without a transcript.
    func discard(as outcome: TurnEnded.Outcome = .cancelled, _ reason: String) throws {
        guard var discarded = writer else { return }
        writer = nil
        _ = try discarded.end(.withdrawn)
        try discarded.publish(TurnEnded(outcome: outcome, reason: reason))
        ended(discarded.turn)
    }

    private func keep(_ messages: [RawMessage], of turn: TurnID) {
        // A turn that was transcribed or ended while the user still speaks needs no retransmission.
        if turns[turn]?.isTranscribed == false { turns[turn]?.messages += messages }
    }

    func transcribed(_ turn: TurnID, by transcript: Header) {
        guard turns[turn] != nil else {
            if others[turn] == nil { others[turn] = false }
            return
        }
        turns[turn]?.isTranscribed = true
        turns[turn]?.transcriber = ProgramRun(transcript)
        wake()
    }

    /// Returns a sentence about a transcript that answers the sound of a turn and belongs to another turn or session,
    /// so that the turn of the sound has none; nil for every other transcript.
    func misplacement(of transcript: Header) -> String? {
        let answered = turns.first { id, turn in
            (id != transcript.turn || turn.session != transcript.session)
                && turn.messages.contains { transcript.causes.contains($0.header.id) }
        }
        guard let answered else { return nil }
        let place = answered.key == transcript.turn ? "session" : "turn"
        return "\(transcript.source) answered in another \(place): the turn \(answered.key) has no transcript"
    }

    /// Drops the audio of a turn whose transcript the next stage has received.
    func understood(_ turn: TurnID) {
        if turns[turn] == nil { others[turn] = true }
        turns[turn]?.isTranscribed = true
        turns[turn]?.messages = []
        file.remove(turn)
        wake()
    }

    /// Adopts the turns of listeners that were killed. Those without a transcript end like turns of this listener.
    ///
    /// To be called when the subscriptions are in force: a turn may have ended before.
    func adoptOrphans() {
        let orphans = file.takeOrphans().filter { others[$0.turn] != true }
        // A turn that has ended since is not ended again, however long ago that was.
        defer { if !orphans.isEmpty { bus.requestReports(of: orphans.map(\.turn)) } }
        for orphan in orphans {
            turns[orphan.turn] = Turn(
                session: orphan.session, closed: .now, isTranscribed: others[orphan.turn] == false, isOrphan: true)
            file.add(orphan.turn, in: orphan.session)
            deadlines.yield(orphan.turn)
        }
    }

    /// Marks the turns of a transcriber that is gone or was restarted as not transcribed, unless the next stage has
    /// received their transcripts.
    func departed(_ status: Message<StageStatus>) {
        guard status.body.role == .transcribe else { return }
        for (id, turn) in turns where turn.isTranscribed && !turn.messages.isEmpty {
            if turn.transcriber?.isOver(by: status) == true { turns[id]?.isTranscribed = false }
        }
    }

    func ended(_ turn: TurnID) {
        if turns[turn] == nil { others[turn] = true }
        turns[turn] = nil
        file.remove(turn)
        wake()
    }

    /// Records that a transcriber finishes a turn although another one takes over.
    func taken(_ turn: TurnID, by taker: Source) {
        if turns[turn] != nil { turns[turn]?.taker = taker }
    }

    /// Handles a status: publishes the audio of a turn again when a transcriber arrives that has not received it,
    /// or when the turn's transcriber has gone.
    func update(_ message: Message<StageStatus>) {
        let status = message.body
        if let now = message.stamp?.epoch, now != epoch {
            if epoch != nil { settled = .now + Self.settling }
            epoch = now
        }
        guard status.role == .transcribe else { return }
        let header = message.header
        var arrived = presence.update(status, run: header.run, at: header.at, stamp: message.stamp?.at)
        // While transcribers reconnect, each heartbeat repeats the retransmission. A transcriber ignores messages that
        // it has already received.
        if status.state == .ready, .now < settled {
            arrived = Presence.Arrival(role: status.role, coverage: status.coverage)
        }
        let subject = Source(role: status.role, instance: status.instance)
        // Ids are ordered by time, so turns are published in the order in which they were spoken.
        for (id, turn) in turns.sorted(by: { $0.key < $1.key }) where !turn.isTranscribed && !turn.messages.isEmpty {
            if status.state.isGone, let subject, turn.taker == subject || turn.transcriber?.source == subject {
                turns[id]?.taker = nil
                turns[id]?.transcriber = nil
                if presence.isReady(.transcribe, for: turn.session) { publishAgain(id, turn) }
            } else if let arrived, turn.taker == nil, arrived.coverage.contains(turn.session) {
                publishAgain(id, turn)
            }
        }
    }

    private func publishAgain(_ id: TurnID, _ turn: Turn) {
        logger.info("publishing the turn's sound again", metadata: ["turn": "\(id)"])
        do { try bus.publishAgain(turn.messages) } catch {
            logger.warning("cannot publish the turn's sound again", metadata: ["error": "\(error)"])
        }
    }

    /// Waits until every closed turn has its transcript, or the task is cancelled.
    func allTranscribed() async {
        await wait { turns in !turns.values.contains { !$0.isTranscribed && $0.closed != nil && !$0.isOrphan } }
    }

    /// Waits until every turn has ended, or the task is cancelled.
    func allEnded() async { await wait { $0.values.allSatisfy(\.isOrphan) } }

    private func wait(_ isDone: ([TurnID: Turn]) -> Bool) async {
        while !isDone(turns), !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiters.append($0) }
            } onCancel: {
                Task { await wake() }
            }
        }
    }

    /// Expires turns whose transcript or end does not arrive in time.
    func watchDeadlines() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for await turn in closedTurns {
                guard let kept = turns[turn], let closed = kept.closed else { continue }
                group.addTask {
                    if kept.isOrphan {
                        // The broker may have been restarted meanwhile, and the first question been lost.
                        try await Task.sleep(until: closed + Self.transcriptTimeout / 2, clock: .continuous)
                        await self.askForEnd(turn)
                    }
                    try await Task.sleep(until: closed + Self.transcriptTimeout, clock: .continuous)
                    await self.giveUp(turn, unlessTranscribed: true)
                    try await Task.sleep(until: closed + Self.answerTimeout, clock: .continuous)
                    await self.giveUp(turn, unlessTranscribed: false)
                }
            }
        }
    }

    private func askForEnd(_ turn: TurnID) { if turns[turn] != nil { bus.requestReports(of: [turn]) } }

    private func giveUp(_ turn: TurnID, unlessTranscribed: Bool) {
        guard let kept = turns[turn], !(unlessTranscribed && kept.isTranscribed) else { return }
        if !kept.isTranscribed {
            let ready = presence.members.values.map(\.status).filter {
                $0.role == .transcribe && $0.state == .ready && $0.coverage.contains(kept.session)
            }
            let reason = Self.reason(isOrphan: kept.isOrphan, ready: ready.map(\.instance).sorted())
            logger.error("turn expired", metadata: ["turn": "\(turn)", "reason": "\(reason)"])
            do {
                try bus.publish(TurnEnded(outcome: .expired, reason: reason), session: kept.session, turn: turn)
            } catch {
                logger.error("cannot end the turn", metadata: ["error": "\(error)"])
            }
        }
        ended(turn)
    }

    /// Returns the reason why a turn has no transcript.
    /// - Parameter ready: The transcribers that are ready all the same.
    static func reason(isOrphan: Bool, ready: [String]) -> String {
        if isOrphan { return "the listener that heard the speech was replaced, and no transcript came" }
        let limit = transcriptTimeout.inWords
        guard !ready.isEmpty else { return "no transcriber took the speech within \(limit)" }
        let names = ready.map { "transcribe/\($0)" }.joined(separator: ", ")
        return
            "\(names) \(ready.count == 1 ? "is" : "are") ready, and no transcript came within \(limit) after the end of speech"
    }

    private func wake() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}
