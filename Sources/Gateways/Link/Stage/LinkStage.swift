import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import ServiceLifecycle

/// The link stage: turns of this site for recognizers of other sites, or turns of other sites for the recognizers here.
public struct LinkStage: Sendable {
    /// The role of the stage.
    public static let role = Role.link
    /// The most messages of the connection that wait.
    private static let maximumMessages = 16_384
    /// The most bytes of messages that wait.
    private static let maximumBytes = 32 << 20

    private let configuration: LinkConfiguration

    /// Creates a stage.
    public init(_ configuration: LinkConfiguration) { self.configuration = configuration }

    /// Works until the program is told to stop, whether or not the NATS server is there.
    /// - Throws: ``LinkError`` for settings that libnats refuses.
    public func run(_ context: StageContext) async throws {
        let line = "the line to \(configuration.settings.servers[0])"
        if configuration.serves.isEmpty {
            let settings = SiteRelay.Settings(
                site: configuration.site, roles: configuration.uses, sends: configuration.sends,
                accepts: configuration.accepts, sessions: configuration.sessions, coverage: context.coverage,
                line: line, instance: context.bus.source.instance)
            try await run(SiteRelay(settings, run: context.bus.run), context)
        } else {
            let settings = WorkerRelay.Settings(
                site: configuration.site, roles: configuration.serves, accepts: configuration.accepts,
                sends: configuration.sends, sites: configuration.sites, line: line)
            try await run(WorkerRelay(settings, run: context.bus.run), context)
        }
    }

    private func run<Relay: LinkRelay>(_ relay: Relay, _ context: StageContext) async throws {
        let types = relay.kinds.sorted { $0.rawValue < $1.rawValue }.compactMap { MessageCatalog.type(of: $0) }
        let messages = context.bus.subscribe(
            to: types.map { SubscriptionFilter($0, in: $0.kind == StageStatus.kind ? .all : context.coverage) },
            withRepeated: true)
        let runner = LinkRunner(relay, configuration, context)
        try await context.ready()
        let events = ConnectionEventQueue<LineEvent>(
            maximumMessages: Self.maximumMessages, maximumBytes: Self.maximumBytes)
        // A message of a stream that finds no room comes again, since it is not acknowledged.
        let receiver = LineReceiver { events.add($0) }
        // Nothing waits for the connection: libnats blocks for some seconds where a server does not answer.
        Task {
            do {
                try await runner.open(receiver)
            } catch {
                await runner.fail(error)
                messages.end()
            }
        }
        let (stop, stopping) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in stop {
                    await runner.drain()
                    messages.end()
                }
            }
            group.addTask { await events.forEach { await runner.apply($0) } }
            group.addTask {
                // The clock of offers, beats and deadlines; nothing waits for it.
                while (try? await Task.sleep(for: LinkRunner<Relay>.pulse)) != nil {
                    await runner.tick(overflowing: events.takeRefused())
                }
            }
            await withGracefulShutdownHandler {
                for await received in messages {
                    switch received {
                    case .message(let message), .repeated(let message): await runner.apply(message)
                    case .malformed: break
                    }
                }
            } onGracefulShutdown: {
                receiver.handshakes.abort()
                stopping.yield()
            }
            group.cancelAll()
        }
        await runner.close()
        if let failure = await runner.failure { throw failure }
    }
}
