import Bus
import Logging
import Messages
import Stage

extension ConversationManager {
    /// What its stage's status says that it is: a conversation, which carries out its own commands only.
    public nonisolated static let engine = "conversation"
    /// The tracked kinds that it publishes.
    public nonisolated static let tracking: [any BusMessage.Type] = [AudioSequence.self, ListenRequest.self]

    /// Takes part in one conversation on a bus until the task is cancelled, or a graceful shutdown has ended the turns in hand. The bus must have
    /// been made with ``tracking``. One manager, one conversation: its topics remember what was said.
    /// - Parameter isReady: Waits until the subscriptions stand, and says so to others; `bus.ready()` when nil.
    /// - Throws: What `isReady` throws.
    public func run(
        on bus: Bus, session: Session = .default, logger: Logger = Logger(label: "saybus.conversation"),
        ready isReady: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        precondition(connection == nil, "a conversation manager runs once at a time")
        let messages = bus.subscribe(to: ConversationConnection.kinds)
        if let isReady { try await isReady() } else { try await bus.ready() }
        let connection = ConversationConnection(self, bus: bus, session: session, logger: logger)
        try await serve(connection, messages)
    }

    /// Takes part in a conversation as a stage.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: ConversationConnection.kinds)
        let session = context.session ?? .default
        // What can be said is known before anybody counts on this instance.
        let first = catalog
        try await context.ready { @Sendable bus in
            if !first.commands.isEmpty { try bus.publish(first, session: session) }
        }
        let connection = ConversationConnection(
            self, bus: bus, session: session, logger: context.logger, context: context)
        if !first.commands.isEmpty {
            connection.published = first
            context.update { $0.catalogRevision = first.revision }
        }
        try await serve(connection, messages)
    }

    private func serve(_ connection: ConversationConnection, _ messages: RawSubscription) async throws {
        connect(connection)
        for problem in commandRecognizers.flatMap(\.textMatchers).compactMap({ $0 as? PatternCommandMatcher })
            .flatMap(\.problems)
        { warn("a pattern is left out: \(problem)") }
        await connection.run(messages)
        disconnect()
        // The recognizers forget the app.
        connection.publish(Catalog(app: name, language: language, commands: []))
    }
}
