import Foundation
import Glibc

/// A TCP socket that listens on a free port of the loopback interface. Who creates it closes it.
public struct LoopbackListener: Sendable {
    /// The socket.
    public let descriptor: Int32
    /// The port, which the system has chosen.
    public let port: Int

    /// Opens a socket.
    /// - Parameter backlog: The number of connections that wait to be accepted.
    /// - Throws: `POSIXError` when the system has no socket or port.
    public init(backlog: Int32 = 16) throws {
        let descriptor = LoopbackSocket.make()
        let port = LoopbackSocket.bind(descriptor, to: 0, backlog: backlog)
        guard let port else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE
            close(descriptor)
            throw POSIXError(code)
        }
        (self.descriptor, self.port) = (descriptor, port)
    }

    /// Opens a connection to the socket.
    /// - Throws: `POSIXError` when it is not accepted into the queue.
    public func connect() throws -> Int32 { try LoopbackSocket.connect(to: port) }
}
