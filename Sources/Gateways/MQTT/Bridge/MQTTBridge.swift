import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The runner of the MQTT stage: passes messages on in both directions, one after the other.
actor MQTTBridge {
    /// The time after a connection at which topics of an earlier run are removed that this one does not have.
    private static let sweepTime = Duration.seconds(5)
    /// The seconds between two reports of the counters.
    private static let reportInterval = 10

    let configuration: MQTTConfiguration
    let context: StageContext
    var connection: MQTTConnection?
    var counters = BridgeCounters()
    var hermes: HermesBridge?
    /// The ids of the messages forwarded in either direction, so that each is forwarded once.
    var crossed = HandledMessages(capacity: 8192)
    /// The tracked messages that wait for the MQTT broker's acknowledgement.
    var awaited: [MQTTConnection.Token: Header] = [:]
    var nextToken: UInt64 = 0

    private var retained: RetainedMessages
    private var busBroker = BrokerMonitor()
    private var others: OtherBridges
    private var reported = BridgeCounters()
    private var refusals = RefusalCounts()
    private var ticks = 0
    private var sweepAt: ContinuousClock.Instant?
    private var shownProblem: String?

    init(_ configuration: MQTTConfiguration, _ context: StageContext) {
        (self.configuration, self.context) = (configuration, context)
        let owner = "\(context.bus.address) on \(ProcessInfo.processInfo.hostName)"
        retained = RetainedMessages(configuration, owner: owner, session: context.session)
        others = OtherBridges(owner: owner, source: context.bus.source, run: context.bus.run)
        hermes = configuration.hermes.map {
            HermesBridge($0, source: context.bus.source, coverage: context.coverage)
        }
    }

    var bus: Bus { context.bus }

    /// Begins to send on a connection.
    func use(_ connection: MQTTConnection) {
        self.connection = connection
        for message in retained.begin() { send(message) }
    }

    // MARK: From the bus

    /// Applies a message of the bus.
    func apply(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case StageStatus.kind:
            if let status = bus.read(message, as: StageStatus.self) { apply(status) }
            return
        case Catalog.kind:
            guard let catalog = bus.read(message, as: Catalog.self) else { return }
            for message in retained.apply(catalog) { send(message) }
            return
        case MQTTPublish.kind:
            if let request = bus.read(message, as: MQTTPublish.self) { forward(request) }
            return
        case CommandInvoked.kind:
            if let command = bus.read(message, as: CommandInvoked.self) { publishEvent(command) }
        default: break
        }
        if configuration.published.contains(header.kind) { publish(message) }
        if hermes != nil { perform(hermes?.apply(message, now: .now) ?? []) }
    }

    private func apply(_ status: Message<StageStatus>) {
        if hermes != nil { perform(hermes?.apply(status, now: .now) ?? []) }
        busBroker.receive(status.body, at: .now)
        for message in retained.apply(status.body) { send(message) }
    }

    private func publish(_ message: RawMessage) {
        let header = message.header
        guard let text = MQTTEnvelope.text(message) else { return }
        _ = crossed.insert(header.id)
        let type = MessageCatalog.type(of: header.kind)
        let isSure = type.map { $0.delivery != nil || $0.isReport } ?? false
        send(
            MQTTMessage(
                topic: configuration.topic.topic(header.kind, header.session), text: text, qos: isSure ? 1 : 0,
                expiry: expiry(of: header)))
    }

    private func expiry(of header: Header) -> ContinuousClock.Instant? {
        MQTTConfiguration.life(of: header.kind, untilDeadline: bus.time(untilDeadlineOf: header)).map {
            ContinuousClock.now + $0
        }
    }

    /// Publishes a command as an event, for Home Assistant and for flows.
    private func publishEvent(_ message: Message<CommandInvoked>) {
        let command = message.body
        guard command.answer == nil, configuration.published.contains(CommandInvoked.kind) else { return }
        let values = command.parameters.mapValues { parameter -> JSONValue in
            switch parameter.value {
            case .text(let text): .string(text)
            case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
            }
        }
        let event: JSONValue = [
            "event_type": .string(command.type), "app": .string(command.app), "text": .string(command.text),
            "session": .string(message.header.session.rawValue), "id": .string(message.header.id.description),
            "parameters": .object(values),
        ]
        send(
            MQTTMessage(
                topic: configuration.commandEventTopic(command.app), text: event.text(), qos: 1,
                expiry: expiry(of: message.header)))
    }

    /// Hands an app's message over. The receipt follows when the MQTT broker has it.
    private func forward(_ request: Message<MQTTPublish>) {
        let body = request.body
        if let problem = MQTTPublish.problem(ofTopic: body.topic) {
            return bus.refuse(request.header, because: problem)
        }
        guard (0...1).contains(body.qos ?? 1) else {
            return bus.refuse(request.header, because: "mqtt.publish has the qos 0 or 1")
        }
        guard awaited.count < SendQueue.maximumWaiting else {
            return bus.refuse(request.header, because: "\(awaited.count) messages wait for the MQTT broker already")
        }
        nextToken += 1
        let token = MQTTConnection.Token(nextToken)
        awaited[token] = request.header
        let life = bus.time(untilDeadlineOf: request.header) ?? .microseconds(Outbox.defaultLife)
        send(
            MQTTMessage(
                topic: body.topic, text: body.payload, qos: body.qos ?? 1, isRetained: body.retain ?? false,
                expiry: ContinuousClock.now + life), token: token)
    }

    func send(_ message: MQTTMessage, token: MQTTConnection.Token? = nil) {
        counters.published += 1
        connection?.send(message, token: token)
    }

    // MARK: The connection

    /// Applies an event of the connection.
    func apply(_ event: MQTTEvent) {
        switch event {
        case .connected:
            counters.connections += 1
            counters.connection(nil)
            context.logger.notice("connected", metadata: ["mqtt": "\(configuration.settings.address)"])
            // The broker may have been restarted without its retained messages.
            for message in retained.topics.all { send(message) }
            sendReport()
            sweepAt = sweepAt ?? ContinuousClock.now + Self.sweepTime
        case .disconnected(let error):
            if counters.problem != error.reason { context.logger.warning("\(error.reason)") }
            counters.connection(error.reason)
        case .message(let message): take(message)
        case .oversized(let topic, let bytes):
            let limit = configuration.settings.maximumPayloadBytes
            refuse("\(topic.shortened(to: 100)): \(bytes) bytes are more than \(limit)")
        case .subscriptionRefused(let filter):
            refuse("the MQTT broker does not let this client subscribe to \(filter): see its access control list")
        case .delivered(let token):
            guard let header = awaited.removeValue(forKey: token) else { return }
            bus.accept(header)
            tryPublishing { try bus.publish(Receipt(of: header.kind), answering: header) }
        case .publicationRefused(let token, let topic, let reason):
            report(unpublished: topic, because: reason)
            giveUp(token, because: reason)
        case .dropped(let token, let reason): giveUp(token, because: reason)
        }
        showProblem()
    }

    /// Counts a message that the MQTT broker does not get, and refuses it to the app that has sent it.
    private func giveUp(_ token: MQTTConnection.Token?, because reason: String) {
        counters.dropped += 1
        guard let token, let header = awaited.removeValue(forKey: token) else { return }
        bus.refuse(header, because: "no MQTT broker has the message: \(reason)")
    }

    /// Tells of a message that was refused, such as one on a topic on which this client may not publish.
    private func report(unpublished topic: String, because reason: String) {
        let topic = topic.shortened(to: 100)
        counters.record("the MQTT broker does not take \(topic): \(reason)", at: .now)
        let count = refusals.record(reason)
        guard count.isLoggedCount else { return }
        context.logger.warning(
            "the MQTT broker does not take a message",
            metadata: ["topic": "\(topic)", "reason": "\(reason)", "count": "\(count)"])
    }

    private func take(_ message: MQTTMessage) {
        if message.topic == configuration.bridgeTopic {
            // A kept one may be that of a bridge that is no more.
            if !message.isRetained { observe(otherReport: message) }
            return
        }
        if message.topic == configuration.statusTopic {
            if !message.isRetained, message.text != RetainedMessages.online { sendStatus() }
            return
        }
        let isOwn = configuration.ownRetainedFilters.contains { TopicName.matches(message.topic, $0) }
        guard !message.isRetained else {
            if isOwn { return retained.topics.record(message) }
            // It would be carried out again after each start.
            return refuse("\(message.topic.shortened(to: 100)): a retained message is not carried out")
        }
        if let (kind, session) = configuration.commandTopic.parse(message.topic), let kind, let session {
            return accept(message, kind, session)
        }
        if hermes != nil, message.topic.hasPrefix("hermes/") {
            counters.received += 1
            let presence = bus.presence
            let actions = hermes?.apply(message, now: .now) { presence.isReady(MQTTStage.role, for: $0) }
            return perform(actions ?? [])
        }
        // The bridge also receives its own publications on these topics.
        guard !isOwn else {
            if let other = retained.topics.otherOwner(of: message) { report(otherBridge: "that of the bus \(other)") }
            return
        }
        counters.received += 1
        refuse("\(message.topic.shortened(to: 100)): the topic has no kind of message or no session's name")
    }

    /// Publishes again that the bridge is there. After a power failure, the MQTT broker notices the end of the former
    /// run's connection late, and publishes its will. Another bridge with the same prefix says good-bye, too.
    private func sendStatus() {
        send(MQTTMessage(topic: configuration.statusTopic, text: RetainedMessages.online, qos: 1, isRetained: true))
    }

    /// Takes the report of another bridge, which gets one of this bridge if it has just begun.
    private func observe(otherReport message: MQTTMessage) {
        guard let other = others.observe(message.payload) else { return }
        if other.isNew { sendReport() }
        report(otherBridge: other.bridge)
    }

    /// Shows that another bridge works below the same prefix. One of the same bus does what this one does, so that all
    /// that comes from MQTT is done twice.
    private func report(otherBridge name: String) {
        let reason =
            "another bridge uses the prefix \(configuration.prefix), \(name.shortened(to: 120)): stop one of them, or give one another --prefix"
        counters.record(reason, at: .now)
        if refusals.record(reason).isLoggedCount { context.logger.warning("\(reason)") }
    }

    /// Records a message from MQTT that is not carried out.
    func refuse(_ reason: String) {
        counters.refused += 1
        counters.record("a message from MQTT was refused: \(reason)", at: .now)
        let count = refusals.record(reason)
        if count.isLoggedCount {
            context.logger.warning("refused a message", metadata: ["reason": "\(reason)", "count": "\(count)"])
        }
    }

    // MARK: Time

    /// Ends what is overdue, removes retained messages of an earlier run, and reports the counters.
    /// - Parameter flooded: The messages of a flood that were refused unread since the last call.
    func tick(flooded: Int) {
        if flooded > 0 {
            counters.flooded += flooded
            counters.record(
                "\(counters.flooded) messages from MQTT were refused: more than \(configuration.messagesPerSecond) a second came",
                at: .now)
        }
        counters.tick(.now)
        connection?.tick()
        if counters.connections == 0, counters.connectionProblem == nil {
            counters.connection("no MQTT broker has answered yet at \(configuration.settings.address)")
        }
        if let lost = busBroker.takeLost(at: .now) {
            for message in retained.apply(lost) { send(message) }
        }
        if hermes != nil { perform(hermes?.tick(.now) ?? []) }
        if let at = sweepAt, at <= .now {
            sweepAt = nil
            for message in retained.topics.sweep() { send(message) }
        }
        ticks += 1
        if ticks.isMultiple(of: Self.reportInterval), counters.isDue(after: reported) { sendReport() }
        showProblem()
    }

    private func sendReport() {
        let report = others.named(counters.json).text()
        send(MQTTMessage(topic: configuration.bridgeTopic, text: report, qos: 0, isRetained: true))
        reported = counters
    }

    private func showProblem() {
        let problem = counters.problem
        guard problem != shownProblem else { return }
        shownProblem = problem
        context.update { $0.problem = problem }
    }
}
