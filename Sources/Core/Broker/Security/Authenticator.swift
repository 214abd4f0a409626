import Glibc
import Logging
import SaybusMessages
import SaybusZeroMQ

/// The broker's guard, on its thread: answers libzmq's questions about keys, watches the connections, and knows who is who.
struct Authenticator: ~Copyable, Sendable {
    private var responder: ZAPResponder
    private var publisherMonitor: MonitorSocket
    private var subscriberMonitor: MonitorSocket
    private let mailbox: PolicyMailbox
    private let logger: Logger
    var gatekeeper: AccessController
    var connections = ConnectionTable()
    /// Handshakes that did not lead in.
    private(set) var turnedAway = 0
    private var handshakes = 0
    /// How often each thing was told; bounded, since anybody can knock.
    private var knocks: [String: Int] = [:]

    init(
        responder: consuming ZAPResponder, publisherMonitor: consuming MonitorSocket,
        subscriberMonitor: consuming MonitorSocket, policy: Policy, mailbox: PolicyMailbox, logger: Logger
    ) {
        self.responder = responder
        self.publisherMonitor = publisherMonitor
        self.subscriberMonitor = subscriberMonitor
        self.mailbox = mailbox
        self.logger = logger
        gatekeeper = AccessController(policy)
    }

    mutating func pollItems() -> [PollItem] {
        [responder.pollItem(), publisherMonitor.pollItem(), subscriberMonitor.pollItem()]
    }

    /// Lets in and turns away.
    /// - Returns: What is worth telling.
    mutating func work() throws(ZeroMQError) -> [String] {
        var told: [String] = []
        var questions: [(ZAPResponder.Question, String?)] = []
        try responder.answer { question in
            let number = gatekeeper.admit(question.publicKey)
            guard let number else {
                questions.append((question, gatekeeper.formerName(question.publicKey)))
                return nil
            }
            handshakes += 1
            return PeerIdentity(client: number, handshake: handshakes)
        }
        for (question, former) in questions {
            let place = question.address.isEmpty ? "" : " from \(Self.printable(question.address))"
            let who = former.map { "the revoked key of \"\($0)\" (\(question.publicKey))" } ?? question.publicKey
            // Strangers are counted by where they come from: they can make keys without end.
            note(
                "turned away \(who)\(place): the policy does not have this key", &told,
                countedAs: former == nil ? "strangers\(place)" : nil)
        }
        while let event = try publisherMonitor.receive() {
            if event.kind == .protocolFailed { note(Self.strange(event), &told) }
        }
        try watchSubscribers(&told)
        return told
    }

    /// Takes note of the connections that have ended, so that the descriptor of a subscription is that of its own connection.
    mutating func watchSubscribers(_ told: inout [String]) throws(ZeroMQError) {
        while let event = try subscriberMonitor.receive() {
            switch event.kind {
            case .disconnected: connections.end(Int32(bitPattern: event.value))
            case .protocolFailed: note(Self.strange(event), &told)
            default: break
            }
        }
    }

    /// Takes the policy that has come, and ends the connections of those for whom it changes something: they come again, if they may.
    mutating func reload() {
        guard let policy = mailbox.take() else { return }
        let changed = gatekeeper.replace(policy)
        for descriptor in connections.descriptors(of: changed) { Self.cut(descriptor) }
        let names = changed.map { gatekeeper.name($0) }.sorted().joined(separator: ", ")
        logger.notice(
            "a new policy holds", metadata: ["keys": "\(policy.count)", "changed": "\(names.isEmpty ? "none" : names)"])
    }

    /// Ends a connection: libzmq finds it closed. Should the number have come to another connection in this moment, that one is
    /// made again by its client; what is no connection does not mind.
    static func cut(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private mutating func note(_ sentence: String, _ told: inout [String], countedAs name: String? = nil) {
        turnedAway += 1
        var key = name ?? sentence
        // When the table is full, all others count as one: a table that began anew would fill the log anew.
        if knocks.count >= 256, knocks[key] == nil { key = "more" }
        let count = (knocks[key] ?? 0) + 1
        knocks[key] = count
        guard count & (count - 1) == 0 else { return }  // 1, 2, 4, 8, …: who is turned away comes again and again.
        logger.warning("a client was turned away", metadata: ["what": "\(sentence)", "count": "\(count)"])
        told.append(sentence)
    }

    private static func strange(_ event: ConnectionEvent) -> String {
        "turned away a client at \(event.endpoint) that has no key, or takes this broker for another (wrong server key)"
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }))
    }
}
