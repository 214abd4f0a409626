import SaybusZeroMQ

/// The sockets of the bus's thread, which are moved to it from the thread that creates them.
struct ReceiverParts: ~Copyable, Sendable {
    private let subscriber: SubscriberSocket
    private let subscriberMonitor: MonitorSocket
    private let publisherMonitor: MonitorSocket

    init(
        subscriber: consuming SubscriberSocket, subscriberMonitor: consuming MonitorSocket,
        publisherMonitor: consuming MonitorSocket
    ) {
        self.subscriber = subscriber
        self.subscriberMonitor = subscriberMonitor
        self.publisherMonitor = publisherMonitor
    }

    /// Runs the receiver's loop with the sockets: see
    /// ``Receiver/run(subscriber:subscriberMonitor:publisherMonitor:)``.
    consuming func run(_ receiver: Receiver) -> BusError? {
        receiver.run(
            subscriber: subscriber, subscriberMonitor: subscriberMonitor, publisherMonitor: publisherMonitor)
    }
}
