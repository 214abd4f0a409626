import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import ServiceLifecycle

/// The MQTT stage: bus messages on MQTT topics, and messages from MQTT topics on the bus.
public struct MQTTStage: Sendable {
    /// The role of the stage.
    public static let role = Role.mqtt
    /// The tracked kinds that the stage publishes.
    public static let tracking: [any BusMessage.Type] = [
        ListenRequest.self, SpeechTranscript.self, AudioSequence.self,
    ]
    /// The most messages of the connection that wait.
    private static let maximumMessages = 1024
    /// The most bytes of messages that wait.
    private static let maximumBytes = 64 << 20

    private let configuration: MQTTConfiguration

    /// Creates a stage.
    public init(_ configuration: MQTTConfiguration) { self.configuration = configuration }

    /// Works until the program is told to stop, whether or not the MQTT broker is there.
    /// - Throws: ``MQTTError`` for settings that libmosquitto refuses.
    public func run(_ context: StageContext) async throws {
        let (bus, scope) = (context.bus, context.coverage)
        // A command that is repeated before the MQTT broker has it must not get a receipt.
        bus.receiptsNeedAcceptance = true
        if let folder = configuration.hermes?.soundFolder { SoundFileStore.removeAll(in: folder) }
        let bridge = MQTTBridge(configuration, context)
        let messages = bus.subscribe(to: filters(scope))
        try await context.ready { try announce(on: $0, scope) }
        let events = ConnectionEventQueue<MQTTEvent>(
            maximumMessages: Self.maximumMessages, maximumBytes: Self.maximumBytes)
        let limit = IncomingLimit(configuration)
        let connection = try MQTTConnection(settings()) { event in
            if case .message(let message) = event {
                switch limit.verdict(on: message) {
                case .taken: break
                case .refused: return events.refuse()
                case .ignored: return
                }
            }
            events.add(event)
        }
        await bridge.use(connection)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await events.forEach { await bridge.apply($0) } }
            group.addTask {
                // The clock of time limits and counters; nothing waits for it.
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    await bridge.tick(flooded: events.takeRefused())
                }
            }
            await withGracefulShutdownHandler {
                for await received in messages {
                    if case .message(let message) = received { await bridge.apply(message) }
                }
            } onGracefulShutdown: {
                messages.end()
            }
            group.cancelAll()
        }
        if configuration.hermes?.intents != nil { withdraw(on: bus, scope) }
        await connection.close(
            after: MQTTMessage(topic: configuration.statusTopic, text: "offline", qos: 1, isRetained: true))
    }

    private func filters(_ scope: SessionScope) -> [SubscriptionFilter] {
        var kinds = Set(configuration.published)
        kinds.formUnion([MQTTPublish.kind, CommandInvoked.kind])
        if configuration.hermes != nil {
            kinds.formUnion([
                SpeechStarted.kind, SpeechEnded.kind, SpeechPartial.kind, SpeechTranscript.kind, SpeechIntent.kind,
                AudioPlayback.kind, TurnEnded.kind,
            ])
        }
        let types = kinds.sorted { $0.rawValue < $1.rawValue }.compactMap { MessageCatalog.type(of: $0) }
        return types.map { SubscriptionFilter($0, in: scope) }
            + [SubscriptionFilter(Catalog.self), SubscriptionFilter(StageStatus.self)]
    }

    private func settings() -> MQTTSettings {
        var settings = configuration.settings
        settings.will = MQTTMessage(topic: configuration.statusTopic, text: "offline", qos: 1, isRetained: true)
        settings.subscriptions = [configuration.bridgeTopic, configuration.statusTopic]
        if !configuration.accepted.isEmpty { settings.subscriptions.append(configuration.commandTopic.filter) }
        settings.retainedSubscriptions = configuration.ownRetainedFilters
        if let hermes = configuration.hermes {
            settings.subscriptions += HermesBridge.filters
            // A sound is larger than a message of JSON.
            if hermes.soundFolder != nil {
                settings.maximumPayloadBytes = max(settings.maximumPayloadBytes, HermesBridge.maximumBytesPerSound)
            }
        }
        return settings
    }

    /// Publishes the catalog of the Hermes apps' intents, which this stage passes on in its own session only.
    private func announce(on bus: Bus, _ scope: SessionScope) throws {
        guard let intents = configuration.hermes?.intents else { return }
        try bus.publish(intents.scoped(to: scope.session), session: scope.session)
    }

    private func withdraw(on bus: Bus, _ scope: SessionScope) {
        // A catalog that cannot be withdrawn now is dropped soon, as that of a lost stage.
        _ = try? bus.publish(Catalog(app: HermesConfiguration.app, commands: []), session: scope.session)
    }
}
