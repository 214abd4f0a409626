import SaybusZeroMQ

/// The state of the two connections to the broker. Pure.
struct ConnectionStateMachine: Sendable, Equatable {
    /// One of the two connections.
    enum Side: Sendable, Equatable {
        case publisher, subscriber
    }

    /// An action for the bus's thread.
    enum Action: Sendable, Equatable {
        case nothing
        /// The subscriber's connection is lost, so the refusals that the broker reported on it no longer
        /// apply.
        case lost
        /// Both sides are connected again after a loss: confirm the subscriptions with a barrier, then
        /// publish retained and unanswered messages again.
        case rejoin
        /// The broker refuses the connection, for this reason.
        case refused(String)
    }

    /// The number of failed handshakes in a row that count as a refusal. A broker that stops in mid-handshake
    /// causes one.
    private static let handshakeFailuresUntilRefusal = 4
    /// Microseconds from a refusal to the next attempt, by which time the policy may have changed.
    private static let retryInterval: Int64 = 1_000_000

    private let credentials: Credentials?
    private var publisherIsUp = false
    private var subscriberIsUp = false
    private var wasLost = false
    private var brokenHandshakes = 0
    /// The sides that libzmq does not connect again by itself.
    private var abandoned: [Side] = []
    /// The reason why the broker refuses the connection; nil when it does not, or nothing is known yet.
    private(set) var refusal: String?
    /// The time at which to connect the abandoned sides again, in microseconds of a steady clock; nil when
    /// there is none.
    private(set) var reconnectDue: Int64?

    init(credentials: Credentials? = nil) { self.credentials = credentials }

    /// Whether this process has a key for the bus.
    var usesKeys: Bool { credentials != nil }

    var isUp: Bool { publisherIsUp && subscriberIsUp }

    mutating func publisher(_ event: ConnectionEvent) -> Action { handle(event, .publisher, \.publisherIsUp) }
    mutating func subscriber(_ event: ConnectionEvent) -> Action { handle(event, .subscriber, \.subscriberIsUp) }

    /// Removes and returns the sides to connect again now.
    mutating func takeReconnections(now: Int64) -> [Side] {
        guard !abandoned.isEmpty else { return [] }
        let due = reconnectDue ?? now + Self.retryInterval
        reconnectDue = due
        guard due <= now else { return [] }
        reconnectDue = nil
        defer { abandoned = [] }
        return abandoned
    }

    private mutating func handle(
        _ event: ConnectionEvent, _ side: Side, _ isUp: WritableKeyPath<ConnectionStateMachine, Bool>
    ) -> Action {
        switch event.kind {
        case .ready:
            self[keyPath: isUp] = true
            brokenHandshakes = 0
            if abandoned.isEmpty { refusal = nil }
            guard self.isUp, wasLost else { return .nothing }
            wasLost = false
            return .rejoin
        case .disconnected:
            let wasUp = self[keyPath: isUp]
            if wasUp { wasLost = true }
            self[keyPath: isUp] = false
            return wasUp && side == .subscriber ? .lost : .nothing
        case .authenticationFailed:
            abandoned.append(side)
            return refuse(
                "the broker at \(event.endpoint) does not let our \(credentials?.description ?? "connection") in: its policy must name our public key\(credentials.map { " (\($0.publicKey))" } ?? ""); then send the broker SIGHUP"
            )
        case .protocolFailed:
            abandoned.append(side)
            return refuse(credentials == nil ? wantsKey(event) : "\(broker(event)) does not use keys: \(Self.leaveOut)")
        // A broker that stops in mid-handshake causes one such event: libzmq tries again, and tasks that wait
        // have a time limit. When one side uses keys and the other does not, the side that notices it first
        // closes the connection without a reason, so every further event counts.
        case .handshakeFailed:
            brokenHandshakes += 1
            guard brokenHandshakes >= Self.handshakeFailuresUntilRefusal else { return .nothing }
            guard let credentials else { return refuse(wantsKey(event)) }
            return refuse(
                "\(broker(event)) breaks off the handshake with our \(credentials): either the server key \(credentials.serverKey) is not its own; compare with \"saybus keys list\" on its machine; or it does not use keys: \(Self.leaveOut)"
            )
        case .connected, .listening, .other: return .nothing
        }
    }

    private static let leaveOut =
        "leave out --key and --server-key (SAYBUS_KEY, SAYBUS_SERVER_KEY), or start it with --key"

    private func broker(_ event: ConnectionEvent) -> String { "the broker at \(event.endpoint)" }

    private func wantsKey(_ event: ConnectionEvent) -> String {
        "\(broker(event)) wants a key, or it is no ZeroMQ at all: make one with \"saybus keys new NAME\", have it named in the broker's policy, and give --key NAME and --server-key KEY (or SAYBUS_KEY and SAYBUS_SERVER_KEY)"
    }

    private mutating func refuse(_ reason: String) -> Action {
        refusal = reason
        return .refused(reason)
    }
}
