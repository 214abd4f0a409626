import CSaybusOpenSSL
import NIOCore

/// A channel handler that encrypts a connection as a server (TLS), by OpenSSL.
///
/// OpenSSL reads and writes two buffers in memory (`BIO_s_mem`); the channel moves their bytes. What waits in them is
/// one record, or a message of the handshake, whose sizes OpenSSL bounds.
final class EncryptionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// A failure of the protocol, such as a request that is not encrypted.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The most bytes that are decrypted at a time: a record.
    private static let recordSize = 16_384

    private let connection: OpaquePointer
    /// The bytes from the client, and those for it. The connection owns both.
    private let incoming, outgoing: OpaquePointer
    /// The data written before the handshake was complete.
    private var waiting: [(ByteBuffer, EventLoopPromise<Void>?)] = []

    /// - Throws: ``Failure`` when there is no memory.
    init(_ certificate: ServerCertificate) throws {
        guard let connection = certificate.connection() else { throw Failure(description: ServerCertificate.reason) }
        guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
            SSL_free(connection)
            throw Failure(description: ServerCertificate.reason)
        }
        (self.connection, self.incoming, self.outgoing) = (connection, incoming, outgoing)
        SSL_set_bio(connection, incoming, outgoing)
        SSL_set_accept_state(connection)
    }

    deinit { SSL_free(connection) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = Self.unwrapInboundIn(data)
        buffer.readWithUnsafeReadableBytes { bytes in
            Int(BIO_write(incoming, bytes.baseAddress, Int32(clamping: bytes.count)))
        }
        var end: (any Error)?
        var isOver = false
        while !isOver {
            ERR_clear_error()
            var plain = context.channel.allocator.buffer(capacity: Self.recordSize)
            var result: Int32 = 0
            plain.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordSize) { bytes in
                result = SSL_read(connection, bytes.baseAddress, Int32(clamping: bytes.count))
                return max(0, Int(result))
            }
            if result > 0 {
                context.fireChannelRead(Self.wrapInboundOut(plain))
                continue
            }
            isOver = true
            switch SSL_get_error(connection, result) {
            case SSL_ERROR_WANT_READ: break
            case SSL_ERROR_ZERO_RETURN: end = ChannelError.eof
            default: end = Failure(description: ServerCertificate.reason)
            }
        }
        sendWaiting(context)
        send(context, nil)
        guard let end else { return }
        if !(end is ChannelError) { context.fireErrorCaught(end) }
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        waiting.append((Self.unwrapOutboundIn(data), promise))
        sendWaiting(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        ERR_clear_error()
        // Tells the client that nothing was cut off.
        if SSL_is_init_finished(connection) == 1 { SSL_shutdown(connection) }
        send(context, nil)
        context.close(mode: mode, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        for (_, promise) in waiting { promise?.fail(ChannelError.ioOnClosedChannel) }
        waiting = []
        context.fireChannelInactive()
    }

    /// Encrypts the waiting bytes, as soon as the handshake is complete.
    private func sendWaiting(_ context: ChannelHandlerContext) {
        guard SSL_is_init_finished(connection) == 1 else { return }
        for (buffer, promise) in waiting {
            ERR_clear_error()
            let isWritten = buffer.withUnsafeReadableBytes { bytes in
                bytes.isEmpty || SSL_write(connection, bytes.baseAddress, Int32(clamping: bytes.count)) == bytes.count
            }
            if isWritten {
                send(context, promise)
            } else {
                promise?.fail(Failure(description: ServerCertificate.reason))
            }
        }
        waiting = []
    }

    /// Sends the bytes that OpenSSL has for the client.
    private func send(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let count = BIO_ctrl_pending(outgoing)
        guard count > 0 else {
            promise?.succeed()
            return
        }
        var buffer = context.channel.allocator.buffer(capacity: count)
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            max(0, Int(BIO_read(outgoing, bytes.baseAddress, Int32(clamping: bytes.count))))
        }
        context.writeAndFlush(Self.wrapOutboundOut(buffer), promise: promise)
    }
}
