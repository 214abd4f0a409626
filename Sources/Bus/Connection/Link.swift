import ZeroMQ

/// How the two connections to the broker stand. Pure.
struct Link: Sendable, Equatable {
    /// What the runner must do.
    enum Action: Sendable, Equatable {
        case nothing
        /// Both sides are back after a loss: prove the way and say again what is retained or unanswered.
        case rejoin
        /// The broker does not let us in, for this reason.
        case refused(String)
    }

    private var publisherIsUp = false
    private var subscriberIsUp = false
    private var wasLost = false

    var isUp: Bool { publisherIsUp && subscriberIsUp }

    mutating func publisher(_ event: ConnectionEvent) -> Action { note(event, \.publisherIsUp) }
    mutating func subscriber(_ event: ConnectionEvent) -> Action { note(event, \.subscriberIsUp) }

    private mutating func note(_ event: ConnectionEvent, _ side: WritableKeyPath<Link, Bool>) -> Action {
        switch event.kind {
        case .ready:
            self[keyPath: side] = true
            guard isUp, wasLost else { return .nothing }
            wasLost = false
            return .rejoin
        case .disconnected:
            if self[keyPath: side] { wasLost = true }
            self[keyPath: side] = false
            return .nothing
        case .authenticationFailed:
            return .refused("the broker at \(event.endpoint) does not know our key")
        // Also what a broker that stops in mid-handshake looks like: libzmq tries again, and who waits has a time limit.
        case .handshakeFailed: return .nothing
        case .protocolFailed:
            return .refused(
                "the broker at \(event.endpoint) broke off the handshake: it wants a key, or it is no ZeroMQ at all")
        case .connected, .listening, .other: return .nothing
        }
    }
}
