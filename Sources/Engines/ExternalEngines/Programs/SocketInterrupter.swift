import Glibc

/// A switch that ends the connection of a ``SocketStream``, and thereby every wait of the stream, from any thread.
package final class SocketInterrupter: Sendable {
    private let descriptor: Int32

    /// Takes ownership of another descriptor of the stream's socket.
    init(taking descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Ends the connection.
    package func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
