import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import ServiceLifecycle

/// The link stage: turns of this site for recognizers of other sites, or turns of other sites for the recognizers here.
public struct LinkStage: Sendable {
    /// The role of the stage.
    public static let role = "link"

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
                accepts: configuration.accepts, sessions: configuration.sessions, line: line,
                instance: context.bus.source.instance)
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
        let (events, continuation) = AsyncStream.makeStream(
            of: LineEvent.self, bufferingPolicy: .bufferingOldest(LineGate.mostEvents))
        let gate = LineGate()
        let receiver = LineReceiver { event in
            guard gate.admits(event) else { return }
            if case .dropped = continuation.yield(event) { gate.overflow(event) }
        }
        try await runner.open(receiver)
        let (stop, stopping) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in stop {
                    await runner.drain()
                    messages.end()
                }
            }
            group.addTask {
                for await event in events {
                    await runner.apply(event)
                    gate.release(event)
                }
            }
            group.addTask {
                // The clock of offers, beats and deadlines; nothing waits for it.
                while (try? await Task.sleep(for: LinkRunner<Relay>.pulse)) != nil {
                    await runner.tick(overflowing: gate.takeOverflowing())
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
                stopping.yield()
            }
            group.cancelAll()
        }
        await runner.close()
    }
}
