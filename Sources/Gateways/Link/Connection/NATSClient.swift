import CSaybusNATS
import Glibc
import Synchronization

/// A connection to NATS, made and kept by libnats.
///
/// libnats reads on threads of its own: events come one after the other, but on any of them. Sending may block for as
/// long as the line takes, at most ``writeDeadline``.
///
/// Sendable is unchecked because of the pointers: libnats allows calls on a connection from several threads at once,
/// and the connection's pointer is set once, before any other call.
final class NATSClient: @unchecked Sendable {
    /// Milliseconds that sending may block.
    static let writeDeadline: Int64 = 2000
    /// Milliseconds that connecting may take: more than ``HandshakeLimit/timeout``, since libnats goes on afterwards,
    /// and keeps a processor busy.
    static let connectTimeout: Int64 = 5500

    private let receiver: LineReceiver
    private let connection: OpaquePointer
    /// The subscriptions by their subjects, as addresses: pointers do not leave a lock.
    private let subscriptions = Mutex<[String: UInt]>([:])

    /// Connects. From then on, libnats connects again whenever the connection is lost. Blocks for some seconds for each
    /// server at most.
    /// - Throws: ``LinkError`` with code `library` or `bad-file` for settings that libnats refuses, and `unreachable`
    ///   for a server that is absent or refuses this client.
    init(_ settings: NATSSettings, _ receiver: LineReceiver) throws(LinkError) {
        self.receiver = receiver
        let options = try NATSOptions(settings, receiver)
        receiver.handshakes.add(settings.servers.map { UInt16($0.port) })
        var made: OpaquePointer?
        receiver.handshakes.begin(.connecting)
        let status = natsConnection_Connect(&made, options.pointer)
        let isLate = receiver.handshakes.end(.connecting)
        guard let made, status == NATS_OK else {
            guard status != NATS_INVALID_ARG else { throw LinkError(.library, Self.reason(status)) }
            throw LinkError(.unreachable, isLate ? HandshakeLimit.reason : Self.reason(status))
        }
        connection = made
        receiver.handshakes.add(Self.ports(made))
    }

    /// The address of the server.
    var server: String { Self.server(connection) }

    deinit { natsConnection_Destroy(connection) }

    /// Sends a message.
    func send(_ message: LineMessage) throws(LinkError) {
        var made: OpaquePointer?
        let created = message.body.withUnsafeBytes { body in
            natsMsg_Create(
                &made, message.subject, message.reply, body.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(body.count))
        }
        try Self.check(created, "send")
        defer { natsMsg_Destroy(made) }
        for (field, value) in message.fields { try Self.check(natsMsgHeader_Set(made, field.rawValue, value), "send") }
        try Self.check(natsConnection_PublishMsg(connection, made), "send")
    }

    /// Receives the messages of a subject.
    /// - Parameter queue: The name of the group of which one member gets each message; nil for all messages.
    func subscribe(_ subject: String, queue: String? = nil) throws(LinkError) {
        var made: OpaquePointer?
        let context = receiver.context
        let status =
            if let queue {
                natsConnection_QueueSubscribe(&made, connection, subject, queue, Self.onMessage, context)
            } else {
                natsConnection_Subscribe(&made, connection, subject, Self.onMessage, context)
            }
        try Self.check(status, "subscribe to \(subject)")
        let address = UInt(bitPattern: made)
        if let old = subscriptions.withLock({ $0.updateValue(address, forKey: subject) }) { Self.end(old) }
    }

    /// Ends ``subscribe(_:queue:)``.
    func unsubscribe(_ subject: String) {
        if let old = subscriptions.withLock({ $0.removeValue(forKey: subject) }) { Self.end(old) }
    }

    private static func end(_ address: UInt) {
        let subscription = OpaquePointer(bitPattern: address)
        natsSubscription_Unsubscribe(subscription)
        natsSubscription_Destroy(subscription)
    }

    /// Sends the waiting messages, and closes the connection.
    func close() {
        natsConnection_FlushTimeout(connection, 300)
        natsConnection_Close(connection)
    }

    /// Returns a context for calls of JetStream.
    func jetStream() throws(LinkError) -> JetStreamContext { try JetStreamContext(connection) }

    private static let onMessage: natsMsgHandler = { _, _, message, context in
        defer { natsMsg_Destroy(message) }
        guard let message, let receiver = LineReceiver.of(context) else { return }
        receiver.onEvent(LineMessage.event(message))
    }

    static func check(_ status: natsStatus, _ what: String) throws(LinkError) {
        guard status != NATS_OK else { return }
        throw LinkError(status == NATS_CONNECTION_CLOSED ? .unreachable : .library, "\(what): \(text(status))")
    }

    static func text(_ status: natsStatus) -> String {
        natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    }

    /// Returns a status with the words that libnats has for it, without the place in its own source.
    private static func reason(_ status: natsStatus) -> String {
        var last = status
        let words = nats_GetLastError(&last).map { String(cString: $0) } ?? ""
        let end = words.hasPrefix("(") ? words.firstRange(of: "): ")?.upperBound : nil
        let rest = end.map { String(words[$0...]) } ?? words
        return rest.isEmpty || rest == text(status) ? text(status) : "\(text(status)): \(rest)"
    }

    static func lastError(_ connection: OpaquePointer?) -> String? {
        var text: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(connection, &text)
        let words = text.map { String(cString: $0) } ?? ""
        return words.isEmpty ? (status == NATS_OK ? nil : Self.text(status)) : words
    }

    /// Returns the ports of the servers that libnats knows, which a cluster tells its clients.
    static func ports(_ connection: OpaquePointer?) -> [UInt16] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var count: Int32 = 0
        guard natsConnection_GetServers(connection, &list, &count) == NATS_OK, let list else { return [] }
        defer { free(list) }
        return (0..<Int(count)).compactMap { index in
            guard let text = list[index] else { return nil }
            defer { free(text) }
            return String(cString: text).split(separator: ":").last.flatMap { UInt16($0) }
        }
    }

    static func server(_ connection: OpaquePointer?) -> String {
        var buffer = [CChar](repeating: 0, count: 512)
        guard natsConnection_GetConnectedUrl(connection, &buffer, buffer.count) == NATS_OK else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
