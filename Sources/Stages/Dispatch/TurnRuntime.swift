import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import ServiceLifecycle
import Synchronization

/// The runtime of an app's turns, whatever the app's model. It keeps all rules of a turn.
///
/// - Each turn is carried out once, and exactly one app answers it.
/// - Turns of a session run in order; sessions run concurrently. A turn does not wait until an earlier answer was
///   played, unless its words may answer the question that follows.
/// - Each step is written to the journal first. The successor of a killed program ends the turns that were left
///   open, and repeats no command.
/// - A turn ends when its app has settled it and its answer was played to the end, or cannot be played any more.
/// - At a graceful shutdown, the turns that have begun are finished, and waiting intents are handed on. A turn whose
///   command takes longer than the program has time for is left to the successor, like that of a killed program.
package final class TurnRuntime: Sendable {
    /// The kinds that a dispatcher of YAML apps and remote apps publishes with tracked delivery.
    package static let tracking: [any BusMessage.Type] = [
        CommandInvoked.self, AudioSequence.self, SpeechIntent.self, ListenRequest.self,
    ]

    /// The kinds that a dispatcher of conversations publishes with tracked delivery.
    package static let conversationTracking: [any BusMessage.Type] = [AudioSequence.self, ListenRequest.self]

    /// The app's name on the bus.
    package let name: String
    /// The BCP 47 language of the app.
    package let language: String
    /// The app's connection to the bus.
    package let bus: Bus
    /// The stage's logger.
    package let logger: Logger
    /// The only session to serve; nil for all sessions of ``scope``.
    package let session: Session?
    /// The publisher of the app's catalog.
    package let catalog: CatalogPublisher
    /// The tracker of published audio sequences.
    package let playbacks: PlaybackTracker
    /// The commands that remote apps are carrying out.
    package let calls = RemoteCalls()
    /// The limiter of log lines about the answers of remote apps that fit no command.
    let unmatchedAnswers = UnmatchedAnswerLog()
    /// The reporter of problems that do not stop the stage.
    package let problems: ProblemReporter

    /// The context of the stage; nil for an app that runs without a stage, as in tests.
    package let context: StageContext?
    /// The sessions that the program serves.
    package let scope: SessionScope
    let journal: TurnJournal
    /// Whether this instance has begun to work: at its start, or on standby as the successor of another.
    package let hasBegun = Watched(false)
    let history = TurnHistory()
    /// The offers of apps for words that fit no pattern.
    let offers = IntentOffers()
    /// The times in which apps make them.
    let offerTimes: OfferTimes
    /// The time of the last status of this program that it has read itself, by the broker's clock.
    let lastOwnStatus = Watched(Int64.min)
    /// The end of the last standstill of this program, by the broker's clock.
    let lastStandstill = Watched(Int64.min)
    let timings = TurnTimings()
    /// The turns whose speech has ended what was being spoken.
    let bargeIns = Watched(BargeInTurns())
    let state: Mutex<State>
    /// The engine in the status of an app without a stage.
    let engine: String?
    /// The catalog of an idle session, which is published at the start.
    private let firstCatalog: Catalog
    private let queues = Mutex<SessionQueues?>(nil)
    /// The work that no intent has brought, until it is in a queue: see ``post(in:_:)``.
    private let postedWork: AsyncStream<(Session, SessionQueues.Work)>
    private let postedWorkContinuation: AsyncStream<(Session, SessionQueues.Work)>.Continuation
    /// A stream without elements, which ends when the runtime is to stop.
    private let stopSignal: AsyncStream<Void>
    private let stopSignalContinuation: AsyncStream<Void>.Continuation

    /// Creates a runtime for an app.
    /// - Parameters:
    ///   - base: The catalog of an idle session. It contains the app's name.
    ///   - isReplaced: Whether the catalog of the only session replaces the base instead of being merged with it.
    ///   - context: The context of the stage; nil for an app that runs without a stage.
    ///   - session: The only session to serve; nil for all sessions of the scope.
    ///   - engine: The engine in the status of an app without a stage.
    ///   - offerTimes: The times in which apps say whether their own code understands words.
    package init(
        _ base: Catalog, isReplaced: Bool = false, bus: Bus, logger: Logger, context: StageContext? = nil,
        session: Session? = nil, engine: String? = nil, offerTimes: OfferTimes = OfferTimes()
    ) {
        (name, self.bus, self.logger, self.context, self.session) = (base.app, bus, logger, context, session)
        (self.engine, language, self.offerTimes) = (engine, base.language, offerTimes)
        state = Mutex(State(precedence: AppPrecedence(app: base.app, source: bus.source, run: bus.run)))
        firstCatalog = base
        scope = session.map { SessionScope(session: $0) } ?? context?.coverage ?? .all
        catalog = CatalogPublisher(
            base, bus: bus, session: session, isReplaced: isReplaced, logger: logger, context: context)
        // A receipt for an intent of another app, which this one declines once it has read it, would let its publisher
        // rely on this program: nobody would carry it out.
        bus.receiptsNeedAcceptance = true
        let problems = ProblemReporter(logger) { text in context?.update { $0.problem = text } }
        self.problems = problems
        playbacks = PlaybackTracker(withdraw: { [bus] in bus.withdraw($0) }, report: { problems.report($0) })
        // The journal tells of a failure.
        try? bus.address.makeTurnFolder()
        journal = TurnJournal(
            folder: bus.address.turnFolder, name: "\(base.app)-\(scope.name)-\(bus.address.url)",
            run: bus.run
        ) { problem, former in
            if let former { problems.withdraw(former) }
            if let problem { problems.report(problem, from: .journal) }
        }
        (postedWork, postedWorkContinuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingOldest(SessionQueues.depth))
        (stopSignal, stopSignalContinuation) = AsyncStream.makeStream()
    }

    // MARK: Life

    /// Serves until a graceful shutdown has finished the open turns, or the task is cancelled.
    /// - Parameters:
    ///   - apps: The apps, in the order in which they are asked whether they claim an intent.
    ///   - isReady: Waits until the subscriptions are in force when there is no stage; `bus.ready()` when nil.
    package func run(_ apps: [any DispatchApp], ready isReady: (@Sendable () async throws -> Void)? = nil) async throws
    {
        // One subscription keeps the order: a catalog arrives before intents with its commands, and another app's
        // question before the answer.
        let messages = bus.subscribe(to: filters)
        let (adopted, adoptions) = AsyncStream.makeStream(of: TurnRecord.self)
        // Turns are adopted before the first intent is examined, which may belong to a turn of a predecessor.
        context?.beforeWork { self.adopt(adoptions) }
        // A stage publishes its status itself.
        let heartbeat = context == nil ? HeartbeatPublisher(bus, app: name, engine: engine, scope: scope) : nil
        if let context {
            try await context.ready { _ in try catalog.publishFirst(firstCatalog) }
        } else {
            if let isReady { try await isReady() } else { try await bus.ready() }
            // The broker reports the loss of those only whose status it knows.
            heartbeat?.publish(.starting)
            do { try catalog.publishFirst(firstCatalog) } catch {
                heartbeat?.end()
                throw error
            }
            adopt(adoptions)
        }
        catalog.showRevision()
        heartbeat?.publish(.ready)
        defer { heartbeat?.end() }
        let result = await withGracefulShutdownHandler {
            await withTaskCancellationHandler {
                await serve(apps, messages, adopted: adopted, adoptions: adoptions, heartbeat: heartbeat)
            } onCancel: {
                // Ends all waits for the answers of remote apps and for the ends of playbacks.
                calls.close()
                Task { await self.playbacks.close() }
            }
        } onGracefulShutdown: {
            Task { await self.drain(apps) }
        }
        adoptions.finish()
        for app in apps { await app.close() }
        // After a failure, a successor has to end what this program could not.
        try result.get()
        journal.finish()
        do { try catalog.withdraw() } catch {
            logger.debug("the catalog cannot be withdrawn", metadata: ["error": "\(error)"])
        }
    }

    private var filters: [SubscriptionFilter] {
        let ofTurns: [any BusMessage.Type] = [
            SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self, SpeechIntent.self, VoiceRequestStatus.self,
            IntentOffer.self, CommandInvoked.self, CommandResponse.self, AudioPlayback.self, Receipt.self,
            TurnEnded.self,
        ]
        return ofTurns.map { SubscriptionFilter($0, in: scope) } + [
            SubscriptionFilter(Catalog.self), SubscriptionFilter(StageStatus.self),
        ]
    }

    /// Runs everything that belongs to the runtime until it is told to stop, or a part fails.
    /// - Parameters:
    ///   - apps: The apps, in the order in which they are asked.
    ///   - messages: The messages of turns, catalogs and statuses.
    ///   - adopted: The turns of predecessors, which are ended.
    ///   - adoptions: The other end of `adopted`.
    ///   - heartbeat: The publisher of the status of an app without a stage.
    private func serve(
        _ apps: [any DispatchApp], _ messages: RawSubscription, adopted: AsyncStream<TurnRecord>,
        adoptions: AsyncStream<TurnRecord>.Continuation, heartbeat: HeartbeatPublisher?
    ) async -> Result<Void, any Error> {
        let queues = SessionQueues { [weak self] in self?.stopIfDone() }
        self.queues.withLock { $0 = queues }
        do {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask {
                    await withDiscardingTaskGroup { turns in
                        for await turn in adopted { turns.addTask { await self.finish(adopted: turn) } }
                    }
                }
                if let heartbeat { group.addTask { await heartbeat.run() } }
                for app in apps {
                    group.addTask { try await self.stoppingAtFailure { try await app.runInBackground() } }
                }
                group.addTask {
                    try await self.stoppingAtFailure { try await self.queuePostedWork(in: queues) }
                }
                group.addTask {
                    // Without messages there is nothing left to do.
                    defer { self.stopSignalContinuation.finish() }
                    try await self.receive(messages, apps, queues, adoptions)
                }
                await waitForStop()
                await playbacks.close()
                calls.close()
                group.cancelAll()
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// Waits until the runtime is to stop. If it is cancelled, leaves the turns that are open.
    private func waitForStop() async {
        // Of the handlers of a task, the one that was added last is called first: before the commands are cancelled,
        // whose failures would end their turns.
        await withTaskCancellationHandler {
            for await _ in stopSignal {}
        } onCancel: {
            leaveTurns()
        }
        // The stream may end before that handler is called.
        if Task.isCancelled { leaveTurns() }
    }

    /// Runs a part of the runtime. When it fails, the others stop, too.
    private func stoppingAtFailure(_ part: () async throws -> Void) async throws {
        do { try await part() } catch {
            stopSignalContinuation.finish()
            throw error
        }
    }

    /// Begins no further turn, cancels open questions, and lets ``run(_:ready:)`` return after the last turn.
    private func drain(_ apps: [any DispatchApp]) async {
        state.withLock { $0.isDraining = true }
        for app in apps { await app.drain() }
        stopIfDone()
    }

    func stopIfDone() {
        let isDone = state.withLock { $0.isDraining && $0.openTurns == 0 } && queues.withLock { $0?.count ?? 0 } == 0
        if isDone { stopSignalContinuation.finish() }
    }

    /// Calls a closure that publishes, and logs its failure.
    package func tryPublishing(_ publish: () throws -> Void) {
        do { try publish() } catch { logger.error("cannot publish", metadata: ["error": "\(error)"]) }
    }

    // MARK: Work without an intent

    /// Queues work of an app without an intent, such as a chosen menu item.
    package func post(in session: Session, _ work: @escaping @Sendable () async throws -> Void) {
        if case .dropped = postedWorkContinuation.yield((session, work)) { reportFullQueue(of: session) }
    }

    /// Gives posted work its turn among those of its session, until this task is cancelled.
    private func queuePostedWork(in queues: SessionQueues) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for await (session, work) in postedWork {
                if !queues.add(to: session, in: &group, work) { reportFullQueue(of: session) }
            }
        }
    }

    private func reportFullQueue(of session: Session) {
        logger.error("the queue of a session is full", metadata: ["session": "\(session)"])
    }
}
