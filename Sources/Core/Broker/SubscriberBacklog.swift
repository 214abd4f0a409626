import SaybusZeroMQ

/// The messages that wait for one subscriber, counted here because libzmq does not report them.
///
/// They are counted in stretches, each of which ends in a marker. When the marker has left the subscriber's queue, so
/// have the messages before it.
struct SubscriberBacklog: Sendable {
    /// The bytes of a stretch: 4 MiB.
    static let stretch = 4 << 20

    private struct Stretch: Sendable {
        var bytes = 0
        var messages = 0
    }

    private var ended: [(marker: QueueMarker, stretch: Stretch)] = []
    private var current = Stretch()

    /// An upper bound of the bytes that wait.
    var bytes: Int { ended.reduce(current.bytes) { $0 + $1.stretch.bytes } }
    /// An upper bound of the messages that wait.
    var messages: Int { ended.reduce(current.messages) { $0 + $1.stretch.messages } }

    /// Counts messages that were sent to the subscriber.
    /// - Returns: Whether a marker is due.
    mutating func add(bytes: Int, messages: Int = 1) -> Bool {
        current.bytes += bytes
        current.messages += messages
        return current.bytes >= Self.stretch
    }

    /// Ends a stretch with a marker that was sent.
    mutating func end(with marker: QueueMarker) {
        ended.append((marker, current))
        current = Stretch()
    }

    /// Removes the messages that have left the queue.
    mutating func removePassed() { ended.removeAll { $0.marker.isPassed } }
}
