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
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let port = Self.withAddress(port: 0) { address, size in
            guard bind(descriptor, address, size) == 0, Glibc.listen(descriptor, backlog) == 0 else { return -1 }
            var size = size
            return getsockname(descriptor, address, &size)
        }
        guard let port else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE
            close(descriptor)
            throw POSIXError(code)
        }
        (self.descriptor, self.port) = (descriptor, port)
    }

    /// Opens a connection to the socket.
    /// - Throws: `POSIXError` when it is not accepted into the queue.
    public func connect() throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress(port: port, { Glibc.connect(client, $0, $1) }) != nil else {
            let code = POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED
            close(client)
            throw POSIXError(code)
        }
        return client
    }

    /// Calls a function of the system with an address of the loopback interface.
    /// - Returns: The port of the address after the call; nil when the function fails.
    private static func withAddress(
        port: Int, _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
