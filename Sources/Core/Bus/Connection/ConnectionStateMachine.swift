import SaybusZeroMQ

/// How the two connections to the broker stand. Pure.
struct ConnectionStateMachine: Sendable, Equatable {
    /// One of the two connections.
    enum Side: Sendable, Equatable {
        case publisher, subscriber
    }

    /// What the runner must do.
    enum Action: Sendable, Equatable {
        case nothing
        /// The subscriber's connection is gone, and what the broker told it with it.
        case lost
        /// Both sides are back after a loss: prove the way and say again what is retained or unanswered.
        case rejoin
        /// The broker does not let us in, for this reason.
        case refused(String)
    }

    /// So many broken handshakes in a row are no broker that stops in the middle of one.
    private static let patience = 4
    /// How long after a refusal to try again: the policy may have changed.
    private static let pause: Int64 = 1_000_000

    private let credentials: Credentials?
    private var publisherIsUp = false
    private var subscriberIsUp = false
    private var wasLost = false
    private var brokenHandshakes = 0
    private var given: [Side] = []
    /// Why the broker does not let us in; nil when it does, or when nothing is known yet.
    private(set) var refusal: String?
    /// When to connect again the sides that libzmq has given up; nil when there is none.
    private(set) var reconnectDue: Int64?

    init(credentials: Credentials? = nil) { self.credentials = credentials }

    /// Whether the bus is one with keys.
    var hasKey: Bool { credentials != nil }

    var isUp: Bool { publisherIsUp && subscriberIsUp }

    mutating func publisher(_ event: ConnectionEvent) -> Action { note(event, .publisher, \.publisherIsUp) }
    mutating func subscriber(_ event: ConnectionEvent) -> Action { note(event, .subscriber, \.subscriberIsUp) }

    /// The sides that must be connected again now.
    mutating func takeRefused(now: Int64) -> [Side] {
        guard !given.isEmpty else { return [] }
        let due = reconnectDue ?? now + Self.pause
        reconnectDue = due
        guard due <= now else { return [] }
        reconnectDue = nil
        defer { given = [] }
        return given
    }

    private mutating func note(
        _ event: ConnectionEvent, _ side: Side, _ isUp: WritableKeyPath<ConnectionStateMachine, Bool>
    ) -> Action {
        switch event.kind {
        case .ready:
            self[keyPath: isUp] = true
            brokenHandshakes = 0
            if given.isEmpty { refusal = nil }
            guard self.isUp, wasLost else { return .nothing }
            wasLost = false
            return .rejoin
        case .disconnected:
            let wasUp = self[keyPath: isUp]
            if wasUp { wasLost = true }
            self[keyPath: isUp] = false
            return wasUp && side == .subscriber ? .lost : .nothing
        case .authenticationFailed:
            given.append(side)
            return refuse(
                "the broker at \(event.endpoint) does not let our \(credentials?.description ?? "connection") in: its policy must name our public key\(credentials.map { " (\($0.publicKey))" } ?? ""); then send the broker SIGHUP"
            )
        case .protocolFailed:
            given.append(side)
            return refuse(credentials == nil ? wantsKey(event) : "\(broker(event)) does not use keys: \(Self.leaveOut)")
        // Also what a broker that stops in mid-handshake looks like, once: libzmq tries again, and who waits has a time limit. Whoever of
        // the two finds first that the other has keys and itself has not breaks off, so that the other is not told why.
        case .handshakeFailed:
            brokenHandshakes += 1
            guard brokenHandshakes >= Self.patience else { return .nothing }
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
