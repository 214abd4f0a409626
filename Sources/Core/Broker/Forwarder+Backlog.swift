import Logging
import SaybusMessages
import SaybusZeroMQ

/// Limits on the messages that wait for subscribers.
extension Forwarder {
    /// Sends the frames of one message to its subscribers.
    mutating func send(_ frames: [[UInt8]]) throws(ZeroMQError) {
        try subscribers.send(frames, counting: queued)
        guard backlogMonitor.isCounting, let topic = frames.first else { return }
        let size = frames.reduce(0) { $0 + $1.count }
        try mark(topic.withUnsafeBytes { countWaiting(of: $0, bytes: size) })
    }

    /// Counts a message for each of its subscribers.
    /// - Returns: The subscribers to which a marker is to be sent.
    mutating func countWaiting(of topic: UnsafeRawBufferPointer, bytes: Int) -> [ConnectionTable.Subscriber] {
        authenticator.connections.subscribers(of: topic).filter { subscriber in
            backlogs[subscriber.peer.handshake, default: SubscriberBacklog()].add(
                bytes: bytes + QueuedMessages.overhead)
        }
    }

    /// Sends a marker to each subscriber. Once it has left the queue, so have all earlier messages.
    mutating func mark(_ due: [ConnectionTable.Subscriber]) throws(ZeroMQError) {
        for subscriber in due {
            let marker = QueueMarker()
            try subscribers.send(marker, on: subscriber.markerTopic)
            backlogs[subscriber.peer.handshake]?.end(with: marker)
        }
    }

    /// Closes the connections of subscribers that do not read, when too many bytes wait for them.
    /// - Returns: Whether to drop further messages until fewer bytes wait.
    mutating func limitBacklog() throws(ZeroMQError) -> Bool {
        let step = backlogMonitor.step(bytes: queued.bytes)
        switch step {
        case .nothing, .close: break
        case .beginCounting:
            // libzmq does not tell for whom a message waits, so those that wait now are counted for every
            // subscriber.
            let all = authenticator.connections.subscribers
            for subscriber in all {
                var backlog = SubscriberBacklog()
                _ = backlog.add(bytes: queued.bytes, messages: queued.count)
                backlogs[subscriber.peer.handshake] = backlog
            }
            try mark(all)
        case .endCounting: backlogs.removeAll()
        case .drop:
            ownMessages.report("drops messages: \(queued.bytes >> 20) MiB wait for subscribers")
            return true
        }
        guard backlogMonitor.isCounting else { return false }
        for key in backlogs.keys { backlogs[key]?.removePassed() }
        var level = backlogMonitor.subscriberLimit
        if step == .close {
            let most = backlogs.values.lazy.map(\.bytes).max() ?? 0
            level = min(level, max(most / 2, backlogMonitor.minimumClosed))
        }
        if backlogs.values.contains(where: { $0.bytes >= level }) { try closeConnections(waiting: level) }
        return false
    }

    /// Closes the connections of subscribers for which as many bytes wait, or more.
    private mutating func closeConnections(waiting level: Int) throws(ZeroMQError) {
        var reports: [String] = []
        try authenticator.removeEndedSubscribers(&reports)
        let current = authenticator.connections.subscribers
        let known = Set(current.map(\.peer.handshake))
        backlogs = backlogs.filter { known.contains($0.key) }
        let slow = current.filter { (backlogs[$0.peer.handshake]?.bytes ?? 0) >= level }
        guard !slow.isEmpty else { return }
        var (bytes, messages) = (0, 0)
        for subscriber in slow {
            let backlog = backlogs.removeValue(forKey: subscriber.peer.handshake)
            bytes += backlog?.bytes ?? 0
            messages += backlog?.messages ?? 0
            authenticator.close(subscriber.descriptor)
        }
        ownMessages.counters.dropped += messages
        let names = Set(slow.map { authenticator.accessController.name($0.peer.client) }).filter { !$0.isEmpty }
        let who = names.isEmpty ? "" : " of \(names.sorted().joined(separator: ", "))"
        let sentence =
            "closed \(slow.count) connections\(who), which did not read: \(messages) messages (\(bytes >> 20) MiB) waited"
        ownMessages.report(sentence)
        logger.warning("a subscriber does not keep up", metadata: ["what": "\(sentence)"])
        statusIsDue = true
    }
}
