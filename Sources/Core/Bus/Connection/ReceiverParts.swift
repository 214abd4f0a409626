import SaybusZeroMQ

/// The sockets of the bus's thread, on their way from where they are made to where they are used.
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

    consuming func run(_ receiver: Receiver) -> BusError? {
        receiver.run(
            subscriber: subscriber, subscriberMonitor: subscriberMonitor, publisherMonitor: publisherMonitor)
    }
}
