import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusStage

extension ConversationManager {
    /// The engine name in the status of a stage that runs conversations, which carry out only their own commands.
    public nonisolated static let engine = Bus.conversationEngine
    /// The tracked kinds that conversations publish.
    public nonisolated static let tracking: [any BusMessage.Type] = TurnRuntime.conversationTracking

    /// Takes part in one conversation on a bus until the task is cancelled, or a graceful shutdown has finished the
    /// open turns.
    ///
    /// One manager serves one conversation, since its topics keep the last speech. The bus must have been made with
    /// ``tracking``.
    /// - Parameters:
    ///   - bus: The connection to the bus.
    ///   - session: The session to serve.
    ///   - logger: The logger for problems.
    ///   - isReady: Waits until the subscriptions are in force; `bus.ready()` when nil.
    /// - Throws: The errors of `isReady`.
    public func run(
        on bus: Bus, session: Session = .default, logger: Logger = Logger(label: "saybus.conversation"),
        ready isReady: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        precondition(conversation == nil, "a conversation manager runs once at a time")
        try await ConversationHost(
            bus: bus, logger: logger, only: session, catalog: Catalog(app: name, language: language, commands: []),
            offerTimes: offerTimes
        ) { _ in self }.run(ready: isReady)
    }

    /// Takes part in one conversation as a stage.
    public func run(_ context: StageContext) async throws {
        try await ConversationHost(
            bus: context.bus, logger: context.logger, context: context, only: context.session ?? .default,
            catalog: catalog
        ) { _ in self }.run()
    }
}
