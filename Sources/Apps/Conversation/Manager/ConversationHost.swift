import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The conversations of a Swift app or a skill on one bus. The manager of a session is made at the session's first
/// turn.
///
/// At the capacity, the idle conversation that has been unused for longest makes room for a new one.
@ConversationActor
package final class ConversationHost: DispatchApp {
    /// Makes the manager of a session.
    package typealias Make = @ConversationActor @Sendable (Session) async throws -> ConversationManager

    /// Default maximum number of conversations.
    package nonisolated static let capacity = 1024
    /// Time limit for closing the conversations when the program ends.
    private nonisolated static let closeTimeout = Duration.seconds(1)

    private struct Entry {
        let conversation: HostedConversation
        var used: Int
    }

    nonisolated let runtime: TurnRuntime
    /// The changed catalogs of the conversations.
    let catalogs: CatalogChanges
    /// Time limit for making a conversation.
    var makeTimeout = ConversationManager.standardHandlerTimeout
    private let capacity: Int
    /// The session whose conversation begins with the program, if the host serves several; nil for none.
    private let first: Session?
    private let make: Make
    private var open: [Session: Entry] = [:]
    /// Conversations that are being made, by session.
    private var making: [Session: Task<HostedConversation, any Error>] = [:]
    /// The problems of the app that are known before its first conversation. They are reported when the program is
    /// ready.
    package var problems: [String] = []
    private var uses = 0
    private var isOver = false
    /// Sessions in which an utterance for another app may concern the conversation. Outside of the actor, so that
    /// intents for other apps need not wait for it.
    private nonisolated let attentive = Mutex<Set<Session>>([])

    /// Creates a host of conversations in a stage.
    /// - Parameters:
    ///   - context: The stage.
    ///   - catalog: The catalog of an idle session. It contains the app's name.
    ///   - first: The session whose conversation begins with the program, if the stage serves several; nil for none.
    ///   - capacity: Maximum number of conversations.
    ///   - make: Makes the manager of a session. Its name is the app's.
    package convenience init(
        _ context: StageContext, catalog: Catalog, first: Session? = nil, capacity: Int = ConversationHost.capacity,
        make: @escaping Make
    ) {
        self.init(
            bus: context.bus, logger: context.logger, context: context, only: context.session, catalog: catalog,
            first: first, capacity: capacity, make: make)
    }

    /// Creates a host of conversations.
    /// - Parameters:
    ///   - bus: The connection to the bus.
    ///   - logger: The logger for problems.
    ///   - context: The stage; nil for an app that runs without one.
    ///   - only: The only session to take part in; nil for all.
    ///   - catalog: The catalog of an idle session. It contains the app's name.
    ///   - first: The session whose conversation begins with the program, if there are several; nil for none.
    ///   - capacity: Maximum number of conversations.
    ///   - offerTimes: The times in which apps say whether their own code understands words.
    ///   - make: Makes the manager of a session. Its name is the app's.
    package init(
        bus: Bus, logger: Logger, context: StageContext? = nil, only: Session? = nil, catalog: Catalog,
        first: Session? = nil, capacity: Int = ConversationHost.capacity, offerTimes: OfferTimes = OfferTimes(),
        make: @escaping Make
    ) {
        let runtime = TurnRuntime(
            catalog, isReplaced: true, bus: bus, logger: logger, context: context, session: only,
            engine: Bus.conversationEngine, offerTimes: offerTimes)
        self.runtime = runtime
        catalogs = CatalogChanges { runtime.catalog.set($0) }
        (self.capacity, self.first, self.make) = (capacity, first, make)
    }

    /// Returns whether a conversation is held in a session.
    package func holds(_ session: Session) -> Bool { open[session] != nil }

    /// Takes part until the task is cancelled, or a graceful shutdown has finished the open turns. Then closes the
    /// conversations.
    package func run() async throws { try await run(ready: nil) }

    /// Takes part, as ``run()`` does.
    /// - Parameter isReady: Waits until the subscriptions are in force; `bus.ready()` when nil.
    func run(ready isReady: (@Sendable () async throws -> Void)?) async throws {
        if let context = runtime.context, !context.isEmbedded {
            BlockedThreadMonitor.current.withLock { $0 = BlockedThreadMonitor(context) }
        }
        defer { BlockedThreadMonitor.current.withLock { $0 = nil } }
        do { try await runtime.run([self], ready: isReady) } catch is CancellationError {}
    }

    // MARK: DispatchApp

    package nonisolated func mayClaim(_ arrival: IntentArrival) -> Bool {
        guard let surest = arrival.intent.body.surestHypothesis(), surest.app != runtime.name else { return true }
        if attentive.withLock({ $0.contains(arrival.session) }) { return true }
        return surest.competingIntent != nil
            && arrival.intent.body.hypotheses.contains { $0.app == runtime.name && $0.competingIntent != nil }
    }

    package func claim(_ arrival: IntentArrival) async -> IntentClaim {
        do {
            guard let conversation = try await conversation(of: arrival.session) else {
                runtime.declineOwnMatchers(arrival)
                return .declined
            }
            return await conversation.claim(arrival)
        } catch {
            // The setup was cancelled because this program ends: the words are a successor's.
            guard !runtime.isDraining else { return .declined }
            runtime.declineOwnMatchers(arrival)
            report(error, in: arrival.session)
            guard arrival.intent.body.surestHypothesis()?.app == runtime.name else { return .declined }
            let reason = "the conversation cannot be made: \(LogLine.clean("\(error)", limit: 300))"
            return .claimed { [runtime] turn in
                runtime.confirm(arrival.intent.header)
                turn.fail(reason)
            }
        }
    }

    private func report(_ error: any Error, in session: Session) {
        runtime.problems.report("the conversation of \(session) cannot be made: \(error)")
    }

    package nonisolated func intentArrived(_ arrival: IntentArrival) {
        guard attentive.withLock({ $0.contains(arrival.session) }) else { return }
        Task { await overhear(arrival) }
    }

    private func overhear(_ arrival: IntentArrival) { open[arrival.session]?.conversation.overhear(arrival) }

    package func otherAnswered(_ arrival: IntentArrival) async {
        await open[arrival.session]?.conversation.otherAnswered(arrival)
    }

    package func speechStarted(_ header: Header) async {
        open[header.session]?.conversation.manager.requests.speechStarted(header.turn)
    }

    package func speechEnded(_ message: Message<SpeechEnded>) async {
        open[message.header.session]?.conversation.manager.requests.speechEnded(message)
    }

    package func turnEnded(_ header: Header) async {
        open[header.session]?.conversation.manager.requests.turnEnded(header.turn)
    }

    package func otherAsks(_ question: Header) async { open[question.session]?.conversation.otherAsks(question) }

    package func otherEnds(_ request: MessageID, in session: Session) async {
        open[session]?.conversation.otherEnds(request)
    }

    package func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async {
        guard let arrival else { return }
        for (session, entry) in open {
            if arrival.takesAnswers(in: session) { entry.conversation.manager.requests.reportAgain() }
            if arrival.role == .audio, arrival.coverage.contains(session) {
                entry.conversation.manager.restoreSettings()
            }
        }
    }

    package func runInBackground() async throws {
        for problem in problems { runtime.problems.report(problem) }
        // This conversation is made at once, since it may speak first: timers ring after a restart. On standby it is
        // that of another instance until this one takes over.
        await runtime.hasBegun.wait { $0 }
        guard runtime.hasBegun.value, let session = runtime.session ?? first else { return }
        do { _ = try await conversation(of: session) } catch {
            // The setup was cancelled because this program ends.
            guard !runtime.isDraining else { return }
            guard runtime.session == nil else { throw error }
            report(error, in: session)
        }
    }

    package func drain() async {
        for task in making.values { task.cancel() }
        for entry in open.values { entry.conversation.drain() }
    }

    package func close() async {
        isOver = true
        catalogs.close()
        for entry in open.values { entry.conversation.disconnect() }
        // In another task, so that the conversations are closed although this task may be cancelled.
        let end = HandlerRun(what: "the end", limit: Self.closeTimeout, turn: nil, onTimeout: { _ in })
        let result = await Task { await end { await self.closeAll() } }.value
        if case .failure(let failure) = result { runtime.logger.warning("\(failure.reason)") }
        open = [:]
    }

    private func closeAll() async {
        await withDiscardingTaskGroup { group in
            for entry in open.values { group.addTask { await entry.conversation.close() } }
        }
    }

    // MARK: Conversations

    /// Returns the conversation of a session, and makes it when there is none; nil when there is no room for it.
    private func conversation(of session: Session) async throws -> HostedConversation? {
        uses += 1
        if open[session] != nil {
            open[session]?.used = uses
            return open[session]?.conversation
        }
        if let making = making[session] { return try await value(of: making) }
        guard !isOver, makesRoom() else { return nil }
        let making = Task<HostedConversation, any Error> {
            let run = HandlerRun(what: "setUp", limit: makeTimeout, turn: nil, onTimeout: { _ in })
            let manager = try await run { [make] in try await make(session) }.get()
            guard !isOver else { throw HandlerFailure(.cancelled, "the program stops") }
            let conversation = HostedConversation(manager, host: self, session: session)
            // Connected before anybody gets it, whichever of several waiting tasks goes on first.
            open[session] = Entry(conversation: conversation, used: uses)
            conversation.connect()
            return conversation
        }
        self.making[session] = making
        defer { self.making[session] = nil }
        return try await value(of: making)
    }

    /// Waits for a conversation. Only the end of the program cancels a waiting task.
    private func value(of making: Task<HostedConversation, any Error>) async throws -> HostedConversation {
        try await withTaskCancellationHandler {
            try await making.value
        } onCancel: {
            making.cancel()
        }
    }

    private func makesRoom() -> Bool {
        guard open.count + making.count >= capacity else { return true }
        let idle = open.filter { $0.value.conversation.isIdle }.min { $0.value.used < $1.value.used }
        guard let (session, entry) = idle else {
            runtime.problems.report("something goes on in \(capacity) conversations: no room for one more")
            return false
        }
        open[session] = nil
        entry.conversation.disconnect()
        attentive.withLock { _ = $0.remove(session) }
        return true
    }

    /// Publishes the catalog of a conversation; nil for that of an idle session. Concurrent changes are combined.
    func publish(_ catalog: Catalog?, of session: Session) {
        let isAttentive = catalog != nil && open[session]?.conversation.isAttentive ?? true
        attentive.withLock { sessions in
            if isAttentive { sessions.insert(session) } else { sessions.remove(session) }
        }
        catalogs.set(catalog?.commands.isEmpty == true ? nil : catalog, for: session)
    }
}
