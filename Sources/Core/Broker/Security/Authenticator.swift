import Glibc
import Logging
import SaybusSupport
import SaybusZeroMQ

/// The authentication of peers, on the broker's thread. It answers libzmq's ZAP requests, tracks connections,
/// and applies new policies. On a bus without a policy it admits all subscribers, and gives their connections
/// numbers.
struct Authenticator: ~Copyable, Sendable {
    /// The clients that are admitted.
    enum Admission: Sendable {
        case anyone
        /// Clients with a key that the policy names.
        case keys
        /// Over ipc those of a user that the policy names, and of the broker's own user.
        case machineUsers
    }

    private var responder: ZAPResponder
    private let admission: Admission
    private var publisherMonitor: MonitorSocket
    private var subscriberMonitor: MonitorSocket
    private let mailbox: PolicyMailbox
    private let logger: Logger
    var accessController: AccessController
    var connections = ConnectionTable()
    var publishers = PublisherTable()
    /// The number of failed handshakes.
    private(set) var rejectedCount = 0
    /// The reason why the newest policy file is not in effect; nil when it is.
    private(set) var policyRefusal: String?
    private var handshakes = 0
    /// The descriptor of the subscriber's connection that the newest event of the monitor has accepted.
    private var newest: UInt32?
    /// The number of rejections by cause; bounded, because anyone can try to connect.
    private var rejections: [String: Int] = [:]

    init(
        responder: consuming ZAPResponder, admission: Admission, publisherMonitor: consuming MonitorSocket,
        subscriberMonitor: consuming MonitorSocket, policy: Policy?, mailbox: PolicyMailbox, logger: Logger
    ) {
        self.responder = responder
        self.admission = admission
        self.publisherMonitor = publisherMonitor
        self.subscriberMonitor = subscriberMonitor
        self.mailbox = mailbox
        self.logger = logger
        accessController = AccessController(policy ?? Policy())
    }

    mutating func pollItems() -> [PollItem] {
        [responder.pollItem(), subscriberMonitor.pollItem(), publisherMonitor.pollItem()]
    }

    /// Answers the waiting ZAP requests, and handles the events of connections.
    /// - Returns: The sentences to report in the broker's status.
    mutating func admitPeers() throws(ZeroMQError) -> [String] {
        var reports: [String] = []
        while let request = try responder.receive() {
            // The end of an earlier connection with the same descriptor was reported before this request was made. It
            // is handled before this connection gets its number.
            try removeEndedSubscribers(&reports)
            let client =
                switch admission {
                case .anyone: request.isOpen ? accessController.admitAnyone() : nil
                case .keys, .machineUsers: credential(request).flatMap { accessController.admit($0) }
                }
            if client == nil { recordRejection(of: request, &reports) }
            handshakes += client == nil ? 0 : 1
            try responder.answer(request, with: client.map { PeerIdentity(client: $0, handshake: handshakes) })
        }
        while let event = try publisherMonitor.receive() {
            switch event.kind {
            case .accepted: ReceivedBytes.begin(Int32(bitPattern: event.value))
            case .disconnected:
                ReceivedBytes.end(Int32(bitPattern: event.value))
                publishers.end(Int32(bitPattern: event.value))
            case .protocolFailed:
                // Without keys, the other side reports the same client.
                if case .keys = admission { recordRejection(Self.protocolMismatch(event), &reports) }
            case .handshakeFailed: recordBrokenHandshake(event, &reports)
            default: break
            }
        }
        try removeEndedSubscribers(&reports)
        return reports
    }

    /// Returns a client's proven credential; nil when it is not of the kind that the bus requires.
    private func credential(_ request: ZAPResponder.Request) -> PeerCredential? {
        switch admission {
        case .anyone: nil
        case .keys: request.publicKey.map { .key($0) }
        case .machineUsers: request.isOpen ? request.machineUser.map { .machineUser($0) } : nil
        }
    }

    private mutating func recordRejection(of request: ZAPResponder.Request, _ reports: inout [String]) {
        let former = credential(request).flatMap { accessController.formerName($0) }
        if case .machineUsers = admission {
            let name = request.machineUser.map { MachineUser.name(of: $0) } ?? "an unknown user"
            return recordRejection("turned away a program of \(name): the policy does not have this user", &reports)
        }
        let key = request.publicKey ?? "a client without a key"
        let place = request.address.isEmpty ? "" : " from \(Self.printable(request.address))"
        let who = former.map { "the revoked key of \"\($0)\" (\(key))" } ?? key
        // Unknown keys are counted by the network address of the client, because anyone can make any
        // number of keys.
        recordRejection(
            "turned away \(who)\(place): the policy does not have this key", &reports,
            countedAs: former == nil ? "strangers\(place)" : nil)
    }

    /// Removes the connections that have ended, so that no subscription is attributed to an ended connection
    /// with the same descriptor.
    ///
    /// libzmq reports each handshake that succeeds or fails, except those in protocols before ZMTP 3.0, which it ends
    /// without a word because they know no authentication.
    mutating func removeEndedSubscribers(_ reports: inout [String]) throws(ZeroMQError) {
        while let event = try subscriberMonitor.receive() {
            let isUnexplained = event.kind == .disconnected && event.value == newest
            newest = event.kind == .accepted ? event.value : nil
            switch event.kind {
            case .disconnected:
                connections.end(Int32(bitPattern: event.value), latest: handshakes)
                if isUnexplained { recordRejection(Self.oldProtocol(event), &reports) }
            case .protocolFailed: recordRejection(Self.protocolMismatch(event), &reports)
            case .handshakeFailed: recordBrokenHandshake(event, &reports)
            default: break
            }
        }
    }

    /// Records a client that ended its connection before it had shown a key. One without a key does so as often as this
    /// side does: both see that the other one speaks another protocol. Over ipc it may be a look whether there is a
    /// broker.
    private mutating func recordBrokenHandshake(_ event: ConnectionEvent, _ reports: inout [String]) {
        guard case .keys = admission, event.endpoint.hasPrefix("tcp://") else { return }
        recordRejection(
            "a client at \(event.endpoint) ended its connection before it had shown a key: it has none, or is no program of this bus",
            &reports)
    }

    /// Closes a connection. The frames of it that are still waiting are ignored.
    mutating func close(_ descriptor: Int32) {
        connections.close(descriptor)
        Self.disconnect(descriptor)
    }

    /// Applies a new policy, and closes the connections of the clients whose rights it changes. They
    /// reconnect if the policy allows it, and publish again what the broker keeps for late subscribers.
    ///
    /// Each publication is checked, so the connections of publishers are closed only if their keys are revoked.
    /// - Returns: The former names of the users whose rights have changed.
    mutating func reload() -> [String] {
        let content = mailbox.take()
        if content.policy != nil || content.refusal != nil { policyRefusal = content.refusal }
        guard let policy = content.policy else { return [] }
        let former = accessController.names
        let changed = accessController.replace(policy)
        let revoked = changed.filter { accessController.user($0) == nil }
        let closed = connections.descriptors(of: changed) + publishers.descriptors(of: revoked)
        for descriptor in closed { Self.disconnect(descriptor) }
        let names = changed.map { accessController.name($0) }.sorted().joined(separator: ", ")
        logger.notice(
            "the new policy is in effect",
            metadata: ["keys": "\(policy.count)", "changed": "\(names.isEmpty ? "none" : names)"])
        return changed.map { former[$0] }
    }

    /// Closes a connection; libzmq notices that. If the descriptor has just been reused for another
    /// connection, that connection is closed, and its client reconnects. A descriptor that is not a
    /// connection is not affected.
    static func disconnect(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Counts a rejected handshake, and logs and reports the 1st, 2nd, 4th, 8th, … of its kind.
    private mutating func recordRejection(
        _ sentence: String, _ reports: inout [String], countedAs name: String? = nil
    ) {
        rejectedCount += 1
        var key = name ?? sentence
        // In a full table all other causes count as one. If the table were emptied instead, each cause would
        // be logged again.
        if rejections.count >= 256, rejections[key] == nil { key = "more" }
        let count = (rejections[key] ?? 0) + 1
        rejections[key] = count
        guard count.isLoggedCount else { return }
        logger.warning("a client was turned away", metadata: ["what": "\(sentence)", "count": "\(count)"])
        reports.append(sentence)
    }

    private static func protocolMismatch(_ event: ConnectionEvent) -> String {
        "turned away a client at \(event.endpoint) that has no key, or takes this broker for another (wrong server key)"
    }

    private static func oldProtocol(_ event: ConnectionEvent) -> String {
        "turned away a client at \(event.endpoint) that does not speak ZMTP 3.0: its ZeroMQ library is older than "
            + "libzmq 4.0 or JeroMQ 0.4, or it is no ZeroMQ client"
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }))
    }
}
