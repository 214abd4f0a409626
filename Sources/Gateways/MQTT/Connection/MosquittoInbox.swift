import CSaybusMosquitto

/// The reports of libmosquitto's callbacks. They run inside the calls of ``MosquittoClient``, on its thread only.
final class MosquittoInbox {
    /// A report of a callback.
    enum Report {
        /// The broker's answer to the connection: 0 when it accepts the client, else a reason code.
        case connected(Int32)
        /// The broker has ended the connection, with a reason code of MQTT 5, or 0.
        case disconnected(Int32)
        /// A message.
        case message(MQTTMessage)
        /// A message above the limit.
        case oversized(topic: String, bytes: Int)
        /// The broker has the message with this number; a reason code from 128 on means that it refuses the message.
        case published(Int32, reason: Int32)
        /// The broker's answer to a subscription, which is counted from 0; from 128 on, it is refused.
        case subscribed(Int, answer: Int32)
    }

    /// A reason why a connection cannot be encrypted, by the library's log.
    enum EncryptionProblem {
        /// The broker's certificate is for another name.
        case otherName
        /// The broker's certificate is not trusted.
        case untrusted
        /// Another reason, in OpenSSL's words.
        case other(String)
    }

    /// The level of the errors in the library's log, `MOSQ_LOG_ERR`.
    private static let errorLevel: Int32 = 1 << 3

    /// Whether the broker has accepted the client.
    private(set) var isAccepted = false
    /// The newest reason why the connection cannot be encrypted; nil when the library has told none.
    private(set) var encryptionProblem: EncryptionProblem?
    let maximumPayloadBytes: Int
    private var reports: [Report] = []
    /// The number of subscriptions that the broker has answered.
    private var subscriptions = 0

    init(maximumPayloadBytes: Int) { self.maximumPayloadBytes = maximumPayloadBytes }

    /// Removes and returns the reports.
    func take() -> [Report] {
        defer { reports = [] }
        return reports
    }

    /// Sets the callbacks of a handle whose object is this inbox.
    func attach(to handle: OpaquePointer) {
        mosquitto_log_callback_set(handle) { _, object, level, text in
            guard level == MosquittoInbox.errorLevel, let text else { return }
            MosquittoInbox.of(object)?.record(error: String(cString: text))
        }
        mosquitto_connect_v5_callback_set(handle) { _, object, code, _, _ in
            guard let inbox = MosquittoInbox.of(object) else { return }
            inbox.isAccepted = code == 0
            inbox.reports.append(.connected(code))
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, object, code, _ in
            MosquittoInbox.of(object)?.reports.append(.disconnected(code))
        }
        mosquitto_publish_v5_callback_set(handle) { _, object, number, reason, _ in
            MosquittoInbox.of(object)?.reports.append(.published(number, reason: reason))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, object, _, count, granted, _ in
            guard let inbox = MosquittoInbox.of(object) else { return }
            // Each subscription has one filter, and the answers come in their order.
            inbox.reports.append(.subscribed(inbox.subscriptions, answer: count > 0 ? granted?.pointee ?? 0x80 : 0x80))
            inbox.subscriptions += 1
        }
        mosquitto_message_v5_callback_set(handle) { _, object, message, _ in
            guard let inbox = MosquittoInbox.of(object), let message = message?.pointee, let topic = message.topic
            else {
                return
            }
            inbox.add(message, topic: String(cString: topic))
        }
    }

    /// Records an error of the library's log, such as `OpenSSL Error[0]: error:0A000086:SSL routines::certificate
    /// verify failed`. Before it, another line tells of a wrong name.
    private func record(error line: String) {
        if line.contains("host name verification failed") {
            encryptionProblem = .otherName
        } else if line.hasPrefix("OpenSSL"), let words = line.split(separator: ":").last {
            if case .otherName? = encryptionProblem { return }
            encryptionProblem = words == "certificate verify failed" ? .untrusted : .other(String(words))
        }
    }

    private func add(_ message: mosquitto_message, topic: String) {
        let count = Int(message.payloadlen)
        guard count <= maximumPayloadBytes else {
            reports.append(.oversized(topic: topic, bytes: count))
            return
        }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: message.payload == nil ? 0 : count)
        reports.append(
            .message(
                MQTTMessage(
                    topic: topic, payload: Array(payload), qos: Int(message.qos), isRetained: message.retain)))
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MosquittoInbox? {
        object.map { Unmanaged<MosquittoInbox>.fromOpaque($0).takeUnretainedValue() }
    }
}
