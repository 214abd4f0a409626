import Foundation

/// A publisher, in bytes on a socket, of one message that does not end.
struct EndlessPublisher: ~Copyable {
    private let socket: RawSocket

    /// Connects to the publishers' socket of an ipc bus, and shakes hands as ZeroMQ's protocol (ZMTP 3.0) wants it.
    init(_ path: String) throws {
        let socket = try RawSocket(path)
        let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16)
        let greeting =
            [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + mechanism + [UInt8](repeating: 0, count: 32)
        let type = Array("Socket-Type".utf8)
        let command = [5] + Array("READY".utf8) + [UInt8(type.count)] + type + [0, 0, 0, 3] + Array("PUB".utf8)
        guard socket.write(greeting + [4, UInt8(command.count)] + command) else { throw POSIXError(.EPIPE) }
        self.socket = socket
    }

    /// Sends one more frame of the message.
    /// - Returns: False when the connection has been closed.
    func sendFrame(bytes: Int) -> Bool {
        let size = (0..<8).map { UInt8(truncatingIfNeeded: bytes >> (56 - 8 * $0)) }
        return socket.write([3] + size + [UInt8](repeating: 0x20, count: bytes))
    }
}
