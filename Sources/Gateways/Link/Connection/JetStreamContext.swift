import CSaybusNATS

/// libnats' context of JetStream calls, which wait for the server.
struct JetStreamContext: ~Copyable {
    let pointer: OpaquePointer

    /// Milliseconds that a call waits for the server.
    private static let timeout: Int64 = 3000

    init(_ connection: OpaquePointer) throws(LinkError) {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Wait = Self.timeout
        var made: OpaquePointer?
        try NATSClient.check(natsConnection_JetStream(&made, connection, &options), "JetStream")
        guard let made else { throw LinkError(.library, "libnats makes no context of JetStream") }
        pointer = made
    }

    deinit { jsCtx_Destroy(pointer) }
}
