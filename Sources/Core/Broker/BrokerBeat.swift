import SaybusMessages

/// The broker's numbers at a heartbeat.
public struct BrokerBeat: Sendable {
    /// The status, as it is published.
    public let status: StageStatus
    /// The number of messages stored for late subscribers.
    public let retained: Int
    /// The number of subscriptions of all connections.
    public let subscriptions: Int
}
