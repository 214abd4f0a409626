import CSaybusNATS
import Glibc

/// The options of a connection, as libnats has them.
struct NATSOptions: ~Copyable {
    let pointer: OpaquePointer

    /// Translates settings.
    /// - Throws: ``LinkError`` with code `bad-file` for a file that libnats cannot use, and `library` otherwise.
    init(_ settings: NATSSettings, _ receiver: LineReceiver) throws(LinkError) {
        var made: OpaquePointer?
        try NATSClient.check(natsOptions_Create(&made), "options")
        guard let made else { throw LinkError(.library, "libnats makes no options") }
        do throws(LinkError) {
            try Self.setServers(made, settings)
            try Self.setBehaviour(made, settings)
            try Self.setIdentity(made, settings)
            try Self.setEvents(made, receiver.context)
        } catch {
            natsOptions_Destroy(made)
            throw error
        }
        pointer = made
    }

    deinit { natsOptions_Destroy(pointer) }

    private static func setServers(_ options: OpaquePointer, _ settings: NATSSettings) throws(LinkError) {
        let texts = settings.servers.map { strdup($0.description) }
        defer { for text in texts { free(text) } }
        var pointers: [UnsafePointer<CChar>?] = texts.map { $0.map { UnsafePointer($0) } }
        try NATSClient.check(natsOptions_SetServers(options, &pointers, Int32(pointers.count)), "the addresses")
        try NATSClient.check(natsOptions_SetNoRandomize(options, true), "the addresses")
    }

    private static func setBehaviour(_ options: OpaquePointer, _ settings: NATSSettings) throws(LinkError) {
        let results = [
            natsOptions_SetName(options, settings.name),
            natsOptions_SetCustomInboxPrefix(options, settings.inbox),
            natsOptions_SetMaxReconnect(options, -1),
            natsOptions_SetReconnectWait(options, 250),
            natsOptions_SetReconnectJitter(options, 250, 500),
            natsOptions_SetPingInterval(options, NATSSettings.pingInterval),
            natsOptions_SetMaxPingsOut(options, NATSSettings.maximumPings),
            natsOptions_SetTimeout(options, NATSClient.connectTimeout),
            natsOptions_SetWriteDeadline(options, NATSClient.writeDeadline),
            natsOptions_SetNoEcho(options, true),
            natsOptions_UseGlobalMessageDelivery(options, true),
        ]
        for result in results { try NATSClient.check(result, "options") }
    }

    private static func setIdentity(_ options: OpaquePointer, _ settings: NATSSettings) throws(LinkError) {
        func file(_ status: natsStatus, _ path: String) throws(LinkError) {
            guard status != NATS_OK else { return }
            throw LinkError(.badFile, "libnats cannot use \(path): \(NATSClient.text(status))")
        }
        if settings.isEncrypted { try NATSClient.check(natsOptions_SetSecure(options, true), "TLS") }
        if let path = settings.authorities {
            try file(natsOptions_LoadCATrustedCertificates(options, path), path)
        }
        if let path = settings.certificate, let key = settings.privateKey {
            try file(natsOptions_LoadCertificatesChain(options, path, key), path)
        }
        if let path = settings.seed, let key = settings.publicKey {
            try file(natsOptions_SetNKeyFromSeed(options, key, path), path)
        }
        if let path = settings.credentials {
            try file(natsOptions_SetUserCredentialsFromFiles(options, path, nil), path)
        }
    }

    private static func setEvents(
        _ options: OpaquePointer, _ receiver: UnsafeMutableRawPointer
    ) throws(LinkError) {
        let connected: natsConnectionHandler = { connection, context in
            guard let receiver = LineReceiver.of(context) else { return }
            receiver.handshakes.end(.reconnecting)
            receiver.handshakes.add(NATSClient.ports(connection))
            receiver.onEvent(.connected(server: NATSClient.server(connection)))
        }
        let disconnected: natsConnectionHandler = { connection, context in
            // It comes first, since the next calls wait for the connection's lock.
            LineReceiver.of(context)?.handshakes.begin(.reconnecting)
            let reason = NATSClient.lastError(connection) ?? "the connection was closed"
            LineReceiver.of(context)?.onEvent(.disconnected(reason: reason))
        }
        let closed: natsConnectionHandler = { connection, context in
            LineReceiver.of(context)?.handshakes.end(.reconnecting)
            let reason = NATSClient.lastError(connection) ?? "the connection was closed"
            LineReceiver.of(context)?.onEvent(.closed(reason: reason))
        }
        let failed: natsErrHandler = { connection, _, status, context in
            let reason = NATSClient.lastError(connection) ?? NATSClient.text(status)
            LineReceiver.of(context)?.onEvent(.problem(reason))
        }
        let results = [
            natsOptions_SetReconnectedCB(options, connected, receiver),
            natsOptions_SetDisconnectedCB(options, disconnected, receiver),
            natsOptions_SetClosedCB(options, closed, receiver),
            natsOptions_SetErrorHandler(options, failed, receiver),
        ]
        for result in results { try NATSClient.check(result, "events") }
    }
}
