import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ

/// The limit of what waits for subscribers.
extension Forwarder {
    /// Closes the connections of subscribers that do not read, when too many bytes wait for them.
    /// - Returns: Whether to drop further messages until fewer bytes wait.
    mutating func limitBacklog() throws(ZeroMQError) -> Bool {
        switch backlogMonitor.step(bytes: queued.bytes) {
        case .nothing: return false
        case .drop:
            statusPublisher.report("drops messages: \(queued.bytes >> 20) MiB wait for subscribers")
            return true
        case .mark:
            markers.removeAll()
            for connection in authenticator.connections.markerTopics() {
                let marker = QueueMarker()
                try subscribers.send(marker, on: connection.topic)
                markers.append((connection.descriptor, connection.peer, marker))
            }
            return false
        case .close:
            try closeSlowConnections()
            return false
        }
    }

    private mutating func closeSlowConnections() throws(ZeroMQError) {
        var reports: [String] = []
        try authenticator.handleSubscriberEvents(&reports)
        let slow = markers.filter {
            !$0.marker.isPassed && authenticator.connections.isCurrent($0.descriptor, $0.peer)
        }
        markers.removeAll()
        guard !slow.isEmpty else { return }
        // Nearly all that waits, waits for them: others have read what was sent before the markers.
        statusPublisher.counters.dropped += queued.count
        let names = Set(slow.map { authenticator.accessController.name($0.peer.client) }).filter { !$0.isEmpty }
        let who = names.isEmpty ? "" : " of \(names.sorted().joined(separator: ", "))"
        let sentence =
            "closed \(slow.count) connections\(who), which did not read: \(queued.count) messages (\(queued.bytes >> 20) MiB) waited"
        for connection in slow { authenticator.close(connection.descriptor) }
        statusPublisher.report(sentence)
        logger.warning("a subscriber does not keep up", metadata: ["what": "\(sentence)"])
        statusIsDue = true
    }
}
