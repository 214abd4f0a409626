import Logging

extension Forwarder {
    /// All that a forwarder is told, besides its sockets.
    struct Settings: Sendable {
        /// Whether a policy says what each publisher may publish.
        let isGuarded: Bool
        /// The bytes that may wait for subscribers.
        let backlogLimit: Int
        /// The files of an ipc address; nil for another address.
        let endpoints: EndpointFiles?
        /// The random number that identifies the broker in every stamp.
        let epoch: UInt32
        /// Messages that are sent unchecked; nil except in tests.
        let injectedFrames: InjectedFrames?
        /// A closure that is called at each heartbeat.
        let onBeat: @Sendable (BrokerBeat) -> Void
        /// The logger for refusals and failures.
        let logger: Logger
    }
}
