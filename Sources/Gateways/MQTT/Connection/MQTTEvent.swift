import SaybusSupport

/// An event of an MQTT connection.
public enum MQTTEvent: Sendable, Equatable {
    /// The broker has accepted the client, and the subscriptions have been sent.
    case connected
    /// The connection has ended or could not be made, for this reason; it is tried again.
    case disconnected(MQTTError)
    /// A message has arrived.
    case message(MQTTMessage)
    /// A message of this size was left out, since it is larger than the limit.
    case oversized(topic: String, bytes: Int)
    /// The broker does not let the client subscribe to a filter.
    case subscriptionRefused(filter: String)
    /// The broker or libmosquitto refuses a message on this topic, for this reason; it was given up.
    case publicationRefused(MQTTConnection.Token?, topic: String, reason: String)
    /// The broker has a message; of quality of service 0, it was written to the socket.
    case delivered(MQTTConnection.Token)
    /// A message was given up, for this reason.
    case dropped(MQTTConnection.Token?, reason: String)
}

extension MQTTEvent: QueuedConnectionEvent {
    /// The size of a message, or of the known parts of a dropped one; nil for other events.
    public var waitingBytes: Int? {
        switch self {
        case .message(let message): message.size
        case .oversized: 0
        case .connected, .disconnected, .subscriptionRefused, .publicationRefused, .delivered, .dropped: nil
        }
    }
}
