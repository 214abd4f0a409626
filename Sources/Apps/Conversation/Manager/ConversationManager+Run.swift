import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

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
        try await ConversationHost(
            bus: bus, logger: logger, only: session, catalog: Catalog(app: name, language: language, commands: [])
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
