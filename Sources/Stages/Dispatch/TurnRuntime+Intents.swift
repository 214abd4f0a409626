import Instrumentation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The way of an intent: it is taken when it arrives, waits for the earlier turns of its session, and is offered to the
/// apps in their order.
extension TurnRuntime {
    /// The microseconds from the broker to its reader after which a message is late: this program stood still.
    private static let latency: Int64 = 2_000_000

    /// Takes intents and passes all other messages on until the subscription ends.
    func receive(
        _ messages: RawSubscription, _ apps: [any DispatchApp], _ queues: SessionQueues,
        _ adoptions: AsyncStream<TurnRecord>.Continuation
    ) async throws {
        try await withThrowingDiscardingTaskGroup { work in
            await bus.forEach(of: messages) { message in
                if message.header.kind == SpeechIntent.kind {
                    take(message, apps, queues, &work)
                } else if !record(message) {
                    await withTaskExecutorPreference(globalConcurrentExecutor) {
                        await observe(message, apps, adoptions)
                    }
                }
            }
        }
    }

    /// Returns whether this instance carries out the turns of a session now, and no other instance of the same app.
    package func carriesOutTurns(in session: Session) -> Bool {
        scope.contains(session) && context?.isActive ?? true
            && !state.withLock { $0.isDraining || $0.precedence.isPreceded(in: session) }
    }

    /// Queues an intent that may be for one of the apps.
    private func take(
        _ message: RawMessage, _ apps: [any DispatchApp], _ queues: SessionQueues,
        _ group: inout ThrowingDiscardingTaskGroup<any Error>
    ) {
        let header = message.header
        guard scope.contains(header.session), let intent = bus.read(message, as: SpeechIntent.self) else { return }
        let (arrival, isLeft) = arrival(of: intent)
        guard !isLeft else { return bus.decline(header) }
        guard context?.takes(header, intent.stamp, accepts: false) ?? true else { return }
        let mayBeClaimed = apps.contains { $0.mayClaim(arrival) }
        guard mayBeClaimed else {
            scheduleAnswerOfAbsentApp(to: arrival)
            return bus.decline(header)
        }
        guard !journal.isDamaged(header.turn) else {
            return bus.refuse(header, because: "its record in the journal is damaged; it may have been carried out")
        }
        guard !journal.isAdopted(header.turn), history.taken.insert(header.turn) else {
            // An intent that waits may still be left to another app. A receipt would end its retransmission for good.
            if isUndecided(header.turn), isForOtherDispatcher(arrival) { return bus.decline(header) }
            logger.info("ignored a second intent for a turn", metadata: ["turn": "\(header.turn?.description ?? "")"])
            return confirm(header)
        }
        setUndecided(header.turn, to: true)
        if isOwn(arrival) { bus.accept(header) }
        let kind = workKind(of: arrival, apps, queues)
        // Publishers retransmit an intent that nobody takes: what came after it must not end again.
        if kind == .turn, history.arrived.insert(header.turn) { for app in apps { app.intentArrived(arrival) } }
        let isLate = intent.stamp.map { bus.now.subtractingReportingOverflow($0.at).partialValue > Self.latency }
        let waits = queues.isBusy(header.session, kind)
        let queued = Watched(QueuedIntent())
        let isTaken = queues.add(to: header.session, as: kind, in: &group) {
            guard let isConfirmed = queued.begin() else { return }
            if isLate ?? false { await self.readWaiting() }
            try await self.serve(arrival, apps, isConfirmed: isConfirmed)
        }
        guard isTaken else {
            // The publisher retransmits the intent until there is room, or until it expires.
            setUndecided(header.turn, to: false)
            return release(header)
        }
        if waits {
            group.addTask(executorPreference: globalConcurrentExecutor) {
                try await self.limitWait(of: arrival, queued, apps)
            }
        }
    }

    /// Returns an intent with what is known at its arrival, and whether it is left to another instance.
    private func arrival(of intent: Message<SpeechIntent>) -> (IntentArrival, isLeft: Bool) {
        let header = intent.header
        let ownMatcherApps = ownMatcherApps(for: intent)
        return state.withLock { state in
            // This program may have been started after the transcript.
            let confidence = intent.body.confidence ?? state.transcripts.confidence(of: header.turn) ?? 1
            // "Stop" is no answer while something rings.
            let isAsking =
                intent.body.awaitingApp == nil
                && state.otherQuestions.isAsking(
                    in: header.session, isCommand: intent.body.isCommand(words: confidence), at: .now)
            return (
                IntentArrival(
                    intent: intent, isOtherAsking: isAsking, remoteApps: state.remoteApps.serving(header.session),
                    confidence: confidence, ownMatcherApps: ownMatcherApps),
                state.isDraining || state.precedence.isPreceded(in: header.session)
            )
        }
    }

    /// Returns what an intent waits for. "Stop" does not wait for a command during which an alarm rings, nor a command
    /// for the end of an answer before the question that follows. Other words wait, since they may answer it.
    private func workKind(
        of arrival: IntentArrival, _ apps: [any DispatchApp], _ queues: SessionQueues
    ) -> SessionQueues.WorkKind {
        if arrival.intent.body.awaitingApp == name, apps.contains(where: \.stopsAtOnce) { return .stop }
        let session = arrival.session
        let isAnswering = state.withLock { $0.answersBeforeQuestions[session] != nil }
        // The audio stage holds an answer until the question of a later command is over, so words to it must not wait.
        if isAnswering, apps.contains(where: { $0.isAsking(in: session) }) { return .answer }
        // A later command waits for one that is still carried out, also when the question has been asked meanwhile.
        let isBeside = arrival.isCommand && (isAnswering || queues.isBusy(session, .besideAnswer))
        return isBeside ? .besideAnswer : .turn
    }

    /// Returns whether an intent most likely means a command of another dispatcher, which is queued here because the
    /// words may answer a question.
    private func isForOtherDispatcher(_ arrival: IntentArrival) -> Bool {
        guard let surest = arrival.intent.body.surestHypothesis() else { return false }
        // While apps compete for an intent, its publisher keeps it.
        guard surest.competingIntent == nil else { return true }
        return surest.app != name && arrival.remoteApps.owner(of: surest.app) == nil
    }

    /// Returns whether an intent means a command of this program's own app, which no other program carries out.
    func isOwn(_ arrival: IntentArrival) -> Bool {
        guard !arrival.isOtherAsking, let surest = arrival.intent.body.surestHypothesis() else { return false }
        return surest.app == name && surest.competingIntent == nil
    }

    private func isUndecided(_ turn: TurnID?) -> Bool {
        turn.map { turn in state.withLock { $0.undecided.contains(turn) } } ?? false
    }

    private func setUndecided(_ turn: TurnID?, to isUndecided: Bool) {
        guard let turn else { return }
        state.withLock { state in
            if isUndecided { state.undecided.insert(turn) } else { state.undecided.remove(turn) }
        }
    }

    /// Offers an intent to the apps.
    /// - Parameter isConfirmed: Whether its publisher has got a receipt while it waited.
    func serve(_ arrival: IntentArrival, _ apps: [any DispatchApp], isConfirmed: Bool = false) async throws {
        let intent = arrival.intent
        defer { setUndecided(intent.header.turn, to: false) }
        // Intents that are still waiting when a successor takes over are handed on to it.
        guard !Task.isCancelled, !state.withLock(\.isDraining),
            context?.begin(intent.header, intent.stamp, accepts: false) ?? true
        else { return try handOn(intent) }
        guard !history.handledElsewhere.contains(intent.header.turn) else {
            context?.end(intent.header)
            confirm(intent.header)
            // Late, but others learn that they may wait for this app again.
            declineOwnMatchers(arrival)
            for app in apps { await app.otherAnswered(arrival) }
            return
        }
        guard ContinuousClock.now - arrival.arrived < Self.maximumWait else {
            let reason = "the conversation's earlier turns took longer than \(Self.maximumWait.components.seconds) s"
            if isConfirmed || isResponsible(for: arrival) { return abandon(intent, because: reason) }
            // Its publisher has ended the turn of an intent that nobody took: another program carries this one out.
            context?.end(intent.header)
            release(intent.header)
            for app in apps { await app.otherAnswered(arrival) }
            return
        }
        for app in apps {
            guard case .claimed(let work) = await app.claim(arrival) else { continue }
            // The decision may have taken all the time that this program had left.
            guard !Task.isCancelled else {
                context?.end(intent.header)
                return try handOn(intent)
            }
            return try await carryOut(intent, work)
        }
        guard !isConfirmed else { return abandon(intent, because: "no app takes the words any more") }
        scheduleAnswerOfAbsentApp(to: arrival)
        context?.end(intent.header)
        release(intent.header)
        // After its first retransmission, the publisher of an own command has a receipt, and sends it no more.
        if isOwn(arrival), ContinuousClock.now - arrival.arrived >= .microseconds(Outbox.firstPause) {
            try bus.requeue(intent)
        }
    }

    /// Hands an intent on to a successor.
    private func handOn(_ intent: Message<SpeechIntent>) throws(BusError) {
        history.taken.remove(intent.header.turn)
        try bus.requeue(intent)
    }

    /// Opens the turn of an intent, and does the work that answers it.
    func carryOut(
        _ intent: Message<SpeechIntent>, _ work: @Sendable (ConversationTurn) async throws -> Void
    ) async throws {
        setUndecided(intent.header.turn, to: false)
        bus.accept(intent.header)
        let turn = openTurn(answering: intent.header, said: intent.body.text)
        do {
            try await InstrumentationContext.$current.withValue(.handling(intent.header)) {
                try await ConversationTurn.$current.withValue(turn) { try await work(turn) }
            }
        } catch {
            // The successor tells of commands that this program cannot carry out any more.
            guard !turn.isLeft else { return }
            // An answer that cannot be sent fails its turn; a lost bus fails the stage.
            guard let error = error as? BusError, error.code == .unsendable || playbacks.isClosed else {
                throw error
            }
            logger.error("a turn failed", metadata: ["problem": "\(error)"])
            turn.fail(error.reason)
        }
    }

    /// Leaves an intent to another app, so that its publisher goes on retransmitting it.
    private func release(_ intent: Header) {
        if !history.handledElsewhere.contains(intent.turn) { history.taken.remove(intent.turn) }
        bus.decline(intent)
    }
}
