import Foundation
import Glibc

/// TCP sockets of the loopback interface.
package enum LoopbackSocket {
    /// Opens a connection to a port of this machine. Who opens it closes it.
    /// - Throws: `POSIXError` when nobody accepts it.
    package static func connect(to port: Int) throws -> Int32 {
        let descriptor = make()
        guard withAddress(port: port, { Glibc.connect(descriptor, $0, $1) }) != nil else {
            let code = POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED
            close(descriptor)
            throw POSIXError(code)
        }
        return descriptor
    }

    /// Makes a socket, which programs that are started do not get.
    static func make() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

    /// Calls a function of the system with an address of the loopback interface.
    /// - Returns: The port of the address after the call; nil when the function fails.
    static func withAddress(
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

    /// Binds a socket, which may listen afterwards, to a port; 0 lets the system choose one.
    /// - Returns: The port; nil when it is in use, or the socket cannot listen.
    static func bind(_ descriptor: Int32, to port: Int, backlog: Int32? = nil) -> Int? {
        withAddress(port: port) { address, size in
            var size = size
            guard Glibc.bind(descriptor, address, size) == 0 else { return -1 }
            if let backlog, Glibc.listen(descriptor, backlog) != 0 { return -1 }
            return getsockname(descriptor, address, &size)
        }
    }
}
