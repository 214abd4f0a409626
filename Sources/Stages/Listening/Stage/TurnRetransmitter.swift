import Logging
import SaybusBus
import SaybusMessages

/// The turns whose transcript or end is awaited, and the sound of those without a transcript.
actor TurnRetransmitter {
    /// How long after the end of speech a transcript may take.
    static let patience = Duration.seconds(10)
    /// How long after the end of speech the answer may take, its sound included, before the next recording is heard.
    static let answerPatience = Duration.seconds(60)

    /// How long after a broker's start a transcriber may be on its way to it. Its status may be there before it hears anything.
    private static let settling = Duration.seconds(5)

    private struct Turn {
        let session: Session
        var messages: [RawMessage] = []
        var closed: ContinuousClock.Instant?
        var isTranscribed = false
        /// Who made its transcript, which may be lost with it before anybody has taken it.
        var transcriber: Source?
        var run: UInt32?
        /// Who has said that it finishes the turn although another takes over.
        var taker: Source?
    }

    private let bus: Bus
    private let logger: Logger
    private var turns: [TurnID: Turn] = [:]
    private var writer: TurnWriter?
    private var presence = Presence()
    /// Which start of the broker brought the last status.
    private var epoch: UInt32?
    /// Until when transcribers may still be coming back to a broker that was started anew.
    private var settled = ContinuousClock.now
    /// How many turns were opened so far.
    private(set) var opened = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private let closedTurns: AsyncStream<TurnID>
    private let deadlines: AsyncStream<TurnID>.Continuation

    init(bus: Bus, logger: Logger) {
        (self.bus, self.logger) = (bus, logger)
        (closedTurns, deadlines) = AsyncStream.makeStream(of: TurnID.self, bufferingPolicy: .bufferingOldest(4096))
    }

    // What is published is kept in the same step: nothing of a turn comes between its parts when it is published again.

    /// Opens a turn.
    /// - Returns: Its name.
    @discardableResult
    func open(_ started: SpeechStarted, in session: Session, samples: [Int16]) throws -> TurnID {
        var new = TurnWriter(bus: bus, session: session)
        turns[new.turn] = Turn(session: session)
        turns[new.turn]?.messages += try new.start(started, samples: samples)
        writer = new
        opened += 1
        return new.turn
    }

    /// Adds sound to the open turn.
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

    /// Ends the open turn, of which nothing is to be made.
    func discard(_ reason: String) throws {
        guard var discarded = writer else { return }
        writer = nil
        _ = try discarded.end(.withdrawn)
        try discarded.publish(TurnEnded(outcome: .cancelled, reason: reason))
        ended(discarded.turn)
    }

    private func keep(_ messages: [RawMessage], of turn: TurnID) {
        // One that was transcribed or ended while it was spoken needs no keeping.
        if turns[turn]?.isTranscribed == false { turns[turn]?.messages += messages }
    }

    func transcribed(_ turn: TurnID, by transcript: Header) {
        guard turns[turn] != nil else { return }
        turns[turn]?.isTranscribed = true
        turns[turn]?.transcriber = transcript.source
        turns[turn]?.run = transcript.run
        wake()
    }

    /// The transcript is in other hands: the sound is needed no more.
    func understood(_ turn: TurnID) {
        turns[turn]?.isTranscribed = true
        turns[turn]?.messages = []
        wake()
    }

    /// A transcriber is lost, or was started anew: transcripts of its that nobody has taken are lost with it.
    func departed(_ status: Message<StageStatus>) {
        guard status.body.role == "transcribe" else { return }
        let transcriber = Source(role: status.body.role, instance: status.body.instance)
        let isGone = status.body.state.isGone
        guard isGone || status.header.source == transcriber else { return }
        for (id, turn) in turns
        where turn.isTranscribed && !turn.messages.isEmpty && turn.transcriber == transcriber
            && (isGone || turn.run != status.header.run)
        {
            turns[id]?.isTranscribed = false
        }
    }

    func ended(_ turn: TurnID) {
        turns[turn] = nil
        wake()
    }

    /// A transcriber finishes a turn although another takes over.
    func taken(_ turn: TurnID, by taker: Source) {
        if turns[turn] != nil { turns[turn]?.taker = taker }
    }

    /// Publishes sound again that a transcriber has not heard which takes up the work, or that none works on any more.
    func note(_ message: Message<StageStatus>) {
        let status = message.body
        if let now = message.stamp?.epoch, now != epoch {
            if epoch != nil { settled = .now + Self.settling }
            epoch = now
        }
        guard status.role == "transcribe" else { return }
        var arrived = presence.update(status, run: message.header.run)
        // What a transcriber has missed until it is back, it gets again with each of its beats: what it has, it knows.
        if status.state == .ready, .now < settled {
            arrived = Presence.Arrival(role: status.role, coverage: status.coverage)
        }
        let subject = Source(role: status.role, instance: status.instance)
        // In the order in which they were spoken: ids are ordered by time.
        for (id, turn) in turns.sorted(by: { $0.key < $1.key }) where !turn.isTranscribed && !turn.messages.isEmpty {
            if status.state.isGone, let subject, turn.taker == subject || turn.transcriber == subject {
                turns[id]?.taker = nil
                turns[id]?.transcriber = nil
                if presence.isReady("transcribe", for: turn.session) { publishAgain(id, turn) }
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

    /// Waits until no closed turn lacks its transcript, or the task is cancelled.
    func allTranscribed() async {
        await wait { turns in !turns.values.contains { !$0.isTranscribed && $0.closed != nil } }
    }

    /// Waits until every turn so far has ended, or the task is cancelled.
    func allEnded() async { await wait(\.isEmpty) }

    private func wait(_ isDone: ([TurnID: Turn]) -> Bool) async {
        while !isDone(turns), !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiters.append($0) }
            } onCancel: {
                Task { await wake() }
            }
        }
    }

    /// Gives up turns whose transcript or end does not come.
    func watchDeadlines() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for await turn in closedTurns {
                guard let closed = turns[turn]?.closed else { continue }
                group.addTask {
                    try await Task.sleep(until: closed + Self.patience, clock: .continuous)
                    await self.giveUp(turn, transcript: true)
                    try await Task.sleep(until: closed + Self.answerPatience, clock: .continuous)
                    await self.giveUp(turn, transcript: false)
                }
            }
        }
    }

    private func giveUp(_ turn: TurnID, transcript: Bool) {
        guard let kept = turns[turn], !transcript || !kept.isTranscribed else { return }
        if !kept.isTranscribed {
            let reason = "no transcriber took the speech within \(Self.patience.inWords)"
            logger.error("turn expired", metadata: ["turn": "\(turn)", "reason": "\(reason)"])
            do {
                try bus.publish(TurnEnded(outcome: .expired, reason: reason), session: kept.session, turn: turn)
            } catch {
                logger.error("cannot end the turn", metadata: ["error": "\(error)"])
            }
        }
        ended(turn)
    }

    private func wake() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}
