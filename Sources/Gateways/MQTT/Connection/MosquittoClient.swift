import CSaybusMosquitto
import Glibc
import SaybusMessages

/// One connection of libmosquitto. It is used by one thread, which waits for its socket.
struct MosquittoClient: ~Copyable {
    /// The milliseconds within which the broker must answer a new connection.
    static let answerTime: Int64 = 10_000

    private let handle: OpaquePointer
    private let settings: MQTTSettings
    /// The callbacks' reports.
    let inbox: MosquittoInbox

    private static let initialized: Int32 = mosquitto_lib_init()

    /// Prepares a connection.
    /// - Throws: ``MQTTError`` with code `bad-setting` or `bad-file` for settings that libmosquitto refuses.
    init(_ settings: MQTTSettings) throws(MQTTError) {
        let inbox = MosquittoInbox(maximumPayloadBytes: settings.maximumPayloadBytes)
        handle = try Self.makeHandle(settings, inbox)
        (self.settings, self.inbox) = (settings, inbox)
    }

    deinit { mosquitto_destroy(handle) }

    private static func makeHandle(
        _ settings: MQTTSettings, _ inbox: MosquittoInbox
    ) throws(MQTTError) -> OpaquePointer {
        _ = initialized
        guard let handle = mosquitto_new(settings.clientID, true, Unmanaged.passUnretained(inbox).toOpaque()) else {
            throw MQTTError(.badSetting, "libmosquitto refuses the client id \"\(settings.clientID)\"")
        }
        inbox.attach(to: handle)
        do throws(MQTTError) {
            try configure(handle, settings)
            return handle
        } catch {
            mosquitto_destroy(handle)
            throw error
        }
    }

    private static func configure(_ handle: OpaquePointer, _ settings: MQTTSettings) throws(MQTTError) {
        let version = settings.version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version), "the version")
        // Few messages of quality of service 1 are under way at once, so that a flood waits in the broker.
        try check(mosquitto_int_option(handle, MOSQ_OPT_RECEIVE_MAXIMUM, 20), "the receive maximum")
        try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1), "no delay")
        if settings.user != nil || settings.password != nil {
            try check(mosquitto_username_pw_set(handle, settings.user, settings.password), "the user")
        }
        if let will = settings.will {
            try check(
                mosquitto_will_set(
                    handle, will.topic, Int32(will.payload.count), will.payload, Int32(will.qos), will.isRetained),
                "the will on \(will.topic)")
        }
        if settings.address.isEncrypted { try encrypt(handle, settings) }
    }

    private static func encrypt(_ handle: OpaquePointer, _ settings: MQTTSettings) throws(MQTTError) {
        if settings.authorities == nil {
            try check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "the system's authorities")
        }
        guard settings.authorities != nil || settings.certificate != nil else { return }
        let code = mosquitto_tls_set(
            handle, settings.authorities, settings.authorities == nil ? "/etc/ssl/certs" : nil, settings.certificate,
            settings.privateKey, nil)
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            let files = [settings.authorities, settings.certificate, settings.privateKey].compactMap(\.self)
            throw MQTTError(.badFile, "cannot use \(files.joined(separator: ", ")) for TLS: \(text(code))")
        }
    }

    /// Connects and sends the greeting. Blocks while the system resolves the name and connects.
    func connect() throws(MQTTError) {
        let (host, port): (String, Int32) =
            switch settings.address.transport {
            case .tcp(let host, let port, _): (host, Int32(port))
            case .unix(let path): (path, 0)
            }
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if settings.version == .five {
            // The broker keeps larger packets back: the payload's limit, and room for topic and properties.
            let packet = UInt32(settings.maximumPayloadBytes + (1 << 16))
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), packet)
        }
        errno = 0
        let code = mosquitto_connect_bind_v5(handle, host, port, Int32(settings.keepAlive), nil, properties)
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw unreachable(code) }
    }

    /// Subscribes to the filters of the settings.
    func subscribe() throws(MQTTError) {
        for (filter, wantsKept) in settings.filters {
            // In MQTT 5, the client's own messages do not return.
            let kept = wantsKept ? MQTT_SUB_OPT_SEND_RETAIN_ALWAYS : MQTT_SUB_OPT_SEND_RETAIN_NEVER
            let options = MQTT_SUB_OPT_NO_LOCAL.rawValue | kept.rawValue
            let code = mosquitto_subscribe_v5(
                handle, nil, filter, 1, settings.version == .five ? Int32(options) : 0, nil)
            guard code == MOSQ_ERR_SUCCESS.rawValue else { throw unreachable(code) }
        }
    }

    /// Passes a message to the library.
    /// - Returns: The number by which its acknowledgement is reported.
    func publish(_ message: MQTTMessage, now: ContinuousClock.Instant) throws(MQTTError) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if settings.version == .five, let expiry = message.brokerExpiry {
            let seconds = UInt32(clamping: max(1, (expiry - now).components.seconds + 1))
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), seconds)
        }
        var number: Int32 = 0
        let code = mosquitto_publish_v5(
            handle, &number, message.topic, Int32(message.payload.count), message.payload, Int32(message.qos),
            message.isRetained, properties)
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            throw MQTTError(.library, Self.text(code))
        }
        return number
    }

    /// Says good-bye; the broker then does not publish the will.
    func disconnect() { mosquitto_disconnect_v5(handle, 0, nil) }

    /// The descriptor to wait for; -1 without a connection.
    var descriptor: Int32 { mosquitto_socket(handle) }

    /// Whether to wait until the descriptor can be written.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// Reads and writes what can be read and written now, and keeps the connection alive.
    func work(canRead: Bool, canWrite: Bool) throws(MQTTError) {
        if canRead {
            let code = mosquitto_loop_read(handle, 1)
            guard code == MOSQ_ERR_SUCCESS.rawValue else { throw lost(code) }
        }
        if canWrite || wantsToWrite {
            let code = mosquitto_loop_write(handle, 1)
            guard code == MOSQ_ERR_SUCCESS.rawValue else { throw lost(code) }
        }
        let code = mosquitto_loop_misc(handle)
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw lost(code) }
    }

    /// Returns the error for a reason code with which the broker refuses the client.
    func refused(_ code: Int32) -> MQTTError {
        let text = settings.version == .five ? mosquitto_reason_string(code) : mosquitto_connack_string(code)
        let words = text.map { String(cString: $0) } ?? "reason \(code)"
        return MQTTError(
            .refused,
            "the MQTT broker at \(settings.address) refuses this client: \(Self.sentence(words))\(Self.hint(code))")
    }

    /// Returns why the broker refuses a message, for a reason code of MQTT 5.
    func refusal(ofMessage code: Int32) -> String {
        let words = mosquitto_reason_string(code).map { Self.sentence(String(cString: $0)) } ?? "reason \(code)"
        return code == 0x87 ? "\(words); see the MQTT broker's access control list" : words
    }

    /// Returns what to do about a reason code: those of MQTT 3.1.1 are below 6, those of MQTT 5 above 127.
    private static func hint(_ code: Int32) -> String {
        switch code {
        case 1, 0x84: "; try --mqtt-version 3.1.1"
        case 2, 0x85: "; choose another --client-id"
        case 4, 5, 0x86, 0x87, 0x8A, 0x8C: "; check --user and --password-file"
        default: ""
        }
    }

    private func unreachable(_ code: Int32) -> MQTTError {
        unencrypted(code)
            ?? MQTTError(.unreachable, "no MQTT broker answers at \(settings.address): \(Self.text(code))")
    }

    private func lost(_ code: Int32) -> MQTTError {
        // The library may take a connection for made before it is encrypted.
        if !inbox.isAccepted, let error = unencrypted(code) { return error }
        return MQTTError(
            .unreachable, "the connection to the MQTT broker at \(settings.address) was lost: \(Self.text(code))")
    }

    /// Returns the error of a connection that cannot be encrypted; nil when the library's error is another one.
    private func unencrypted(_ code: Int32) -> MQTTError? {
        guard code == MOSQ_ERR_TLS.rawValue || code == MOSQ_ERR_TLS_HANDSHAKE.rawValue else { return nil }
        let reason =
            switch inbox.encryptionProblem {
            case .otherName?: "its certificate is not for this name; write one that the certificate has"
            case .untrusted?:
                settings.authorities.map { "its certificate has expired, or is of no authority in \($0)" }
                    ?? "its certificate has expired, or is of no authority of the system; name the file of its own with --ca"
            case .other(let words)?: "\(words); does it use TLS at this port?"
            case nil: Self.text(code)
            }
        return MQTTError(
            .unreachable, "no encrypted connection to the MQTT broker at \(settings.address): \(reason)")
    }

    private static func check(_ code: Int32, _ what: String) throws(MQTTError) {
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            throw MQTTError(.badSetting, "libmosquitto refuses \(what): \(text(code))")
        }
    }

    /// Returns libmosquitto's words for an error, or the system's.
    static func text(_ code: Int32) -> String {
        switch code {
        case MOSQ_ERR_ERRNO.rawValue: sentence(String(cString: strerror(errno)))
        // The library has no words for it.
        case MOSQ_ERR_KEEPALIVE.rawValue: "it does not answer any more"
        default: sentence(String(cString: mosquitto_strerror(code)))
        }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}
