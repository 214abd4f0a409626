import SaybusSupport
import Synchronization

/// The limit of the messages from MQTT that reach the bridge. Each kind of them has a rate of its own.
final class IncomingLimit: Sendable {
    /// The decision about a message.
    enum Verdict: Sendable {
        /// The bridge takes the message.
        case taken
        /// The message is one of a flood, and is counted as refused.
        case refused
        /// The message is dropped without being counted: nobody needs it.
        case ignored
    }

    /// The seconds of the rate that may come at once.
    private static let burst = 4.0

    private let rate: Mutex<RateLimit>
    /// The rate of the messages on topics of the bridge's own, which only tell of other bridges.
    private let ownRate: Mutex<RateLimit>
    private let ownFilters: [String]
    private let commandTopic: TopicTemplate

    init(_ configuration: MQTTConfiguration) {
        let perSecond = Double(configuration.messagesPerSecond)
        let unused = RateLimit(perSecond: perSecond, atMost: perSecond * Self.burst)
        rate = Mutex(unused)
        ownRate = Mutex(unused)
        ownFilters = configuration.ownRetainedFilters + [configuration.bridgeTopic, configuration.statusTopic]
        commandTopic = configuration.commandTopic
    }

    /// Decides on a message.
    func verdict(on message: MQTTMessage, at now: ContinuousClock.Instant = .now) -> Verdict {
        // Retained messages come at once with each connection, so the rate does not limit them.
        if message.isRetained { return .taken }
        guard isOwn(message.topic) else { return rate.withLock { $0.take(at: now) } ? .taken : .refused }
        // With MQTT 3.1.1 all that the bridge publishes there returns to it, hundreds of messages at a time.
        return ownRate.withLock { $0.take(at: now) } ? .taken : .ignored
    }

    private func isOwn(_ topic: String) -> Bool {
        ownFilters.contains { TopicName.matches(topic, $0) } && commandTopic.parse(topic) == nil
    }
}
