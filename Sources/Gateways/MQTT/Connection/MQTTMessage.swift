/// A message to or from an MQTT broker.
public struct MQTTMessage: Sendable, Equatable {
    /// The topic.
    public var topic: String
    /// The payload.
    public var payload: [UInt8]
    /// The quality of service: 0 at most once, 1 at least once.
    var qos: Int
    /// Whether the broker keeps the message; of a received message, whether the broker had kept it.
    var isRetained: Bool
    /// The time after which the broker is not to get the message any more; nil means never.
    var expiry: ContinuousClock.Instant?

    /// Creates a message.
    init(
        topic: String, payload: [UInt8], qos: Int = 0, isRetained: Bool = false,
        expiry: ContinuousClock.Instant? = nil
    ) {
        (self.topic, self.payload, self.qos, self.isRetained) = (topic, payload, qos, isRetained)
        self.expiry = expiry
    }

    /// Creates a message whose payload is text.
    init(
        topic: String, text: String, qos: Int = 0, isRetained: Bool = false, expiry: ContinuousClock.Instant? = nil
    ) {
        self.init(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: isRetained, expiry: expiry)
    }

    /// The payload as text; replacement characters stand for bytes that are no UTF-8.
    public var text: String { String(decoding: payload, as: UTF8.self) }

    /// The time after which the broker drops the message; nil means never. A state that it keeps is true until the next
    /// one comes, however late it was told of.
    var brokerExpiry: ContinuousClock.Instant? { isRetained ? nil : expiry }

    /// The bytes that the message takes in a queue.
    var size: Int { topic.utf8.count + payload.count }
}
