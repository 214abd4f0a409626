import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import ServiceLifecycle

/// Holds the conversations of an app on one bus: one manager for each session, made when something happens there first.
///
/// A conversation in which nothing goes on is forgotten when there is no room for another one, first the one of which nothing was heard for longest.
@ConversationActor
public final class ConversationHost {
    /// Makes the manager of a session.
    public typealias Make = @ConversationActor @Sendable (Session) -> ConversationManager

    /// The most conversations at once.
    public nonisolated static let capacity = 1024
    /// How long the conversations may take to close.
    private nonisolated static let patienceToEnd = Duration.seconds(1)

    nonisolated let bus: Bus
    nonisolated let logger: Logger
    /// Whether the work is ours to do; nil for who is always at work.
    nonisolated let context: StageContext?
    nonisolated let warnings: Warnings
    private(set) var isDraining = false
    private var isOver = false
    private var isCatalogDue = false
    /// The turns carried out lately, of all sessions.
    var turns = HandledTurns()
    private(set) var published: Catalog?

    private let app: String
    private let first: Catalog
    private let only: Session?
    private let capacity: Int
    private let make: Make
    private var merged: MergedCatalog
    private var open: [Session: (connection: ConversationConnection, used: Int)] = [:]
    private var uses = 0
    private var presence = Presence()
    private let fresh: AsyncStream<ConversationConnection>
    private let freshIn: AsyncStream<ConversationConnection>.Continuation
    private let stopped: AsyncStream<Void>
    private let stop: AsyncStream<Void>.Continuation

    /// A host of conversations that take part as a stage.
    /// - Parameters:
    ///   - catalog: What the app understands where nothing goes on; the app's name is in it.
    ///   - capacity: The most conversations at once.
    ///   - make: Makes the manager of a session; its name is the app's.
    public convenience init(
        _ context: StageContext, catalog: Catalog, capacity: Int = ConversationHost.capacity, make: @escaping Make
    ) {
        self.init(
            bus: context.bus, logger: context.logger, context: context, only: context.session, catalog: catalog,
            capacity: capacity, make: make)
    }

    /// A host of conversations.
    /// - Parameter only: The only session to take part in; nil for all.
    package init(
        bus: Bus, logger: Logger, context: StageContext? = nil, only: Session? = nil, catalog: Catalog,
        capacity: Int = ConversationHost.capacity, make: @escaping Make
    ) {
        (self.bus, self.logger, self.context, self.only, self.capacity) = (bus, logger, context, only, capacity)
        (app, first, self.make) = (catalog.app, catalog.scoped(to: only), make)
        warnings = Warnings(logger) { text in context?.update { $0.problem = text } }
        merged = MergedCatalog(catalog, only: only)
        (fresh, freshIn) = AsyncStream.makeStream()
        (stopped, stop) = AsyncStream.makeStream()
    }

    /// How many conversations are held now.
    public var count: Int { open.count }

    /// Whether one is held in a session.
    public func holds(_ session: Session) -> Bool { open[session] != nil }

    // MARK: Life

    /// Takes part until the task is cancelled, or a graceful shutdown has ended the turns in hand; then the conversations are closed.
    public func run() async throws { try await run(ready: nil) }

    /// The same.
    /// - Parameter isReady: Waits until the subscriptions stand, and says so to others; `bus.ready()` when nil.
    func run(ready isReady: (@Sendable () async throws -> Void)?) async throws {
        let coverage = context?.coverage ?? .all
        let messages = bus.subscribe(
            to: ConversationConnection.kinds.map {
                only != nil || $0.kind == StageStatus.kind
                    ? SubscriptionFilter($0) : SubscriptionFilter($0, in: coverage)
            })
        // What can be said is known before anybody counts on this instance.
        let announce = { @Sendable [first, only] (bus: Bus) throws in
            if !first.commands.isEmpty { try bus.publish(first, session: only) }
        }
        if let context {
            try await context.ready(announcing: announce)
        } else {
            if let isReady { try await isReady() } else { try await bus.ready() }
            try announce(bus)
        }
        if !first.commands.isEmpty {
            published = first
            context?.update { [first] in $0.catalogRevision = first.revision }
        }
        await serve(messages)
    }

    private func serve(_ messages: RawSubscription) async {
        if let only { _ = connection(for: only) }
        // A stage says itself how it is.
        let presence = context == nil ? HostPresence(bus, app: app, session: only) : nil
        defer { presence?.end() }
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { for await case .message(let message) in messages { await self.take(message) } }
                group.addTask { await self.serveJobs() }
                if let presence { group.addTask { await presence.run() } }
                for await _ in stopped {}
                // Else the turns in hand would wait for the end of what is spoken.
                for (connection, _) in open.values { connection.cancelRequest() }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            Task { await self.drain() }
        }
        freshIn.finish()
        isOver = true
        for (connection, _) in open.values { connection.disconnect() }
        // The recognizers forget the app.
        tell { try bus.publish(Catalog(app: app, language: first.language, commands: []), session: only) }
        // In a task of its own: who has to be told that it is over is told, though this one is cancelled.
        let end = HandlerRun(what: "the end", limit: Self.patienceToEnd, turn: nil, onTimeout: { _ in })
        let result = await Task { await end { await self.closeAll() } }.value
        if case .failure(let failure) = result { logger.warning("\(failure.reason)") }
        open = [:]
    }

    private func serveJobs() async {
        await withDiscardingTaskGroup { group in
            for await connection in fresh { group.addTask { await connection.serveJobs() } }
        }
    }

    private func closeAll() async {
        await withDiscardingTaskGroup { group in
            for (connection, _) in open.values {
                group.addTask { await connection.close() }
            }
        }
    }

    private func drain() {
        isDraining = true
        for (connection, _) in open.values {
            Task { await connection.manager.cancelVoiceRequest() }
        }
        turnEnded()
    }

    /// A turn has ended: the last one that is waited for lets the host go.
    func turnEnded() {
        if isDraining, open.values.allSatisfy({ $0.connection.openTurns.isEmpty }) { stop.finish() }
    }

    // MARK: What passes the bus

    private func take(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case StageStatus.kind:
            guard let status = bus.read(message, as: StageStatus.self) else { return }
            let arrival = presence.update(status.body, run: status.header.run)
            for (connection, _) in open.values { connection.note(status, arrival) }
        case CommandInvoked.kind:
            // What another instance of the app does while this one stands by, this one shall not do again.
            guard header.source != bus.source, let command = bus.read(message, as: CommandInvoked.self) else { return }
            if command.body.app == app { turns.insert(header.turn) }
        case TurnEnded.kind:
            if header.source != bus.source { turns.insert(header.turn) }
            existing(header.session)?.take(message)
        case SpeechIntent.kind:
            guard let connection = connection(for: header.session) else { return bus.decline(header) }
            connection.take(message)
        case SpeechEnded.kind, SpeechTranscript.kind, VoiceRequestStatus.kind:
            connection(for: header.session)?.take(message)
        default: existing(header.session)?.take(message)
        }
    }

    private func existing(_ session: Session) -> ConversationConnection? { open[only ?? session]?.connection }

    /// The conversation of a session; nil when there is no room for it.
    private func connection(for session: Session) -> ConversationConnection? {
        let session = only ?? session
        uses += 1
        if let connection = open[session]?.connection {
            open[session]?.used = uses
            return connection
        }
        guard !isDraining, hasRoom() else { return nil }
        let connection = ConversationConnection(make(session), host: self, session: session)
        open[session] = (connection, uses)
        freshIn.yield(connection)
        connection.connect()
        return connection
    }

    private func hasRoom() -> Bool {
        guard open.count >= capacity else { return true }
        let idle = open.filter { $0.value.connection.isIdle }.min { $0.value.used < $1.value.used }
        guard let (session, entry) = idle else {
            warnings.tell("something goes on in \(capacity) conversations: no room for one more")
            return false
        }
        open[session] = nil
        entry.connection.disconnect()
        return true
    }

    // MARK: What is published of all conversations

    /// A conversation understands this now. Changes in many conversations at once make one catalog.
    func publish(_ catalog: Catalog?, of session: Session) {
        let catalog = catalog?.commands.isEmpty == true ? nil : catalog
        guard !isOver, merged.set(catalog, for: session), !isCatalogDue else { return }
        isCatalogDue = true
        Task {
            isCatalogDue = false
            publishCatalog()
        }
    }

    private func publishCatalog() {
        let all = merged.catalog
        guard !isOver, all != published else { return }
        tell {
            try bus.publish(all, session: only)
            published = all
            context?.update { $0.catalogRevision = all.revision }
        }
    }

    /// Whether it is for this app to answer what no app has understood in a session, as the first by name of the dispatch stages at work: one answers.
    func answersForAll(in session: Session) -> Bool { bus.isFirstDispatcher(for: session) }

    func tell(_ publish: () throws -> Void) {
        do {
            try publish()
        } catch {
            logger.error("cannot publish", metadata: ["error": "\(error)"])
        }
    }
}
