import Foundation

/// A publisher, in bytes on a socket, of one message that does not end.
struct EndlessPublisher: ~Copyable {
    private let socket: Int32

    /// Connects to the publishers' socket of an ipc bus, and shakes hands as ZeroMQ's protocol (ZMTP 3.0) wants it.
    init(_ path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16)
        let greeting =
            [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + mechanism + [UInt8](repeating: 0, count: 32)
        let type = Array("Socket-Type".utf8)
        let command = [5] + Array("READY".utf8) + [UInt8(type.count)] + type + [0, 0, 0, 3] + Array("PUB".utf8)
        guard write(greeting + [4, UInt8(command.count)] + command) else { throw POSIXError(.EPIPE) }
    }

    deinit { close(socket) }

    /// Sends one more frame of the message.
    /// - Returns: False when the connection has been closed.
    func sendFrame(bytes: Int) -> Bool {
        let size = (0..<8).map { UInt8(truncatingIfNeeded: bytes >> (56 - 8 * $0)) }
        return write([3] + size + [UInt8](repeating: 0x20, count: bytes))
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
