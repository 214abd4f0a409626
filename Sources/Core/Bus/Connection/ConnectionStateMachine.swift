import Glibc
import SaybusZeroMQ

/// The state of the two connections to the broker. Pure.
struct ConnectionStateMachine: Sendable, Equatable {
    /// One of the two connections.
    enum Side: Int, Sendable {
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
    /// Microseconds from the loss of the subscriber's connection to the first attempt to connect again; the pause
    /// doubles with each attempt, up to ``maximumPause``.
    private static let firstPause: Int64 = 20_000
    private static let maximumPause: Int64 = 250_000

    private let credentials: Credentials?
    private(set) var publisherIsUp = false
    private var subscriberIsUp = false
    private var wasLost = false
    private var brokenHandshakes = 0
    /// The sides that libzmq does not connect again by itself, with the microseconds to wait before.
    private var abandoned: [Side: Int64] = [:]
    /// The times at which to connect abandoned sides again.
    private var dues: [Side: Int64] = [:]
    private var isRefused = false
    private var pause = firstPause
    /// The reason why the broker refuses the connection; nil when it does not, or nothing is known yet.
    private(set) var refusal: String?
    /// The time at which to connect the abandoned sides again, in microseconds of a steady clock; nil when
    /// there is none. Zero when a side has just been lost: its time is set by ``takeReconnections(now:)``.
    var reconnectDue: Int64? { abandoned.isEmpty ? dues.values.min() : 0 }

    init(credentials: Credentials? = nil) { self.credentials = credentials }

    var isUp: Bool { publisherIsUp && subscriberIsUp }

    mutating func publisher(_ event: ConnectionEvent) -> Action { apply(event, .publisher, \.publisherIsUp) }
    mutating func subscriber(_ event: ConnectionEvent) -> Action { apply(event, .subscriber, \.subscriberIsUp) }

    /// Removes and returns the sides to connect again now.
    mutating func takeReconnections(now: Int64) -> [Side] {
        for (side, pause) in abandoned { dues[side] = max(dues[side] ?? .min, now + pause) }
        abandoned = [:]
        let sides = dues.filter { $0.value <= now }.keys.sorted { $0.rawValue < $1.rawValue }
        for side in sides { dues[side] = nil }
        if sides.contains(.subscriber) { pause = min(2 * pause, Self.maximumPause) }
        if dues.isEmpty { isRefused = false }
        return sides
    }

    private mutating func abandon(_ side: Side, for pause: Int64) {
        abandoned[side] = max(abandoned[side] ?? 0, pause)
    }

    private mutating func apply(
        _ event: ConnectionEvent, _ side: Side, _ isUp: WritableKeyPath<ConnectionStateMachine, Bool>
    ) -> Action {
        switch event.kind {
        case .ready:
            self[keyPath: isUp] = true
            brokenHandshakes = 0
            abandoned[side] = nil
            dues[side] = nil
            if side == .subscriber { pause = Self.firstPause }
            if !isRefused { refusal = nil }
            guard self.isUp, wasLost else { return .nothing }
            wasLost = false
            return .rejoin
        case .disconnected:
            let wasUp = self[keyPath: isUp]
            if wasUp { wasLost = true }
            self[keyPath: isUp] = false
            if side == .subscriber { abandon(side, for: pause) }
            return wasUp && side == .subscriber ? .lost : .nothing
        case .authenticationFailed:
            isRefused = true
            abandon(side, for: Self.retryInterval)
            let (who, name) =
                credentials.map { ($0.description, "public key (\($0.publicKey))") }
                ?? ("programs", "user (unix: \(geteuid()))")
            return refuse(
                "the broker at \(event.endpoint) does not let our \(who) in: its policy must name our \(name); then send the broker SIGHUP"
            )
        case .protocolFailed:
            isRefused = true
            abandon(side, for: Self.retryInterval)
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
        case .waiting:
            if side == .subscriber { abandon(side, for: pause) }
            return .nothing
        case .connected, .listening, .accepted, .other: return .nothing
        }
    }

    private static let leaveOut =
        "leave out --key and --server-key (SAYBUS_KEY, SAYBUS_SERVER_KEY), or start it with --key"

    private func broker(_ event: ConnectionEvent) -> String { "the broker at \(event.endpoint)" }

    private func wantsKey(_ event: ConnectionEvent) -> String {
        "\(broker(event)) wants a key, or it has no room for more connections, or it is no ZeroMQ at all: for a key, make one with \"saybus keys new NAME\", have it named in the broker's policy, and give --key NAME and --server-key KEY (or SAYBUS_KEY and SAYBUS_SERVER_KEY)"
    }

    private mutating func refuse(_ reason: String) -> Action {
        refusal = reason
        return .refused(reason)
    }
}
