import Foundation
import Glibc

/// A connection to a port of this machine, over which a test sends what it likes.
package final class LoopbackConnection: Sendable {
    private let descriptor: Int32

    /// Connects.
    /// - Parameters:
    ///   - port: The port.
    ///   - timeout: The seconds after which reading ends, so that a server that does not close the connection fails
    ///     the test, and does not stop it.
    /// - Throws: `POSIXError` when nobody accepts the connection.
    package init(to port: Int, timeout: Int = 20) throws {
        descriptor = try LoopbackSocket.connect(to: port)
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes.
    /// - Throws: `POSIXError` when the other end does not take them.
    package func send(_ bytes: [UInt8]) throws {
        let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw POSIXError(.EPIPE) }
    }

    /// Sends text. A connection that the other end has closed takes none.
    package func write(_ text: String) { try? send(Array(text.utf8)) }

    /// Returns the bytes that come next, on a thread of its own, since reading blocks; empty at the end.
    package func receive() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: Array(bytes.prefix(max(0, count))))
            }
        }
    }

    /// Reads text until the other end closes the connection.
    package func readToEnd() async -> String {
        var all: [UInt8] = []
        while case let bytes = await receive(), !bytes.isEmpty { all += bytes }
        return String(decoding: all, as: UTF8.self)
    }

    /// Sends a request, and reads the answer until the other end closes the connection.
    package static func ask(_ request: String, port: Int) async throws -> String {
        let connection = try LoopbackConnection(to: port)
        connection.write(request)
        return await connection.readToEnd()
    }
}
