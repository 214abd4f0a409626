import Foundation

/// A connection over which a test sends what it likes.
public final class RawClient: Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine, and sends the beginning.
    public init(_ beginning: String, port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
        // A server that does not close the connection shall fail the test, not stop it.
        var time = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        write(beginning)
    }

    deinit { close(descriptor) }

    /// Sends text. A connection that the server has closed takes none.
    public func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Reads until the server closes the connection, on a thread of its own.
    public func readToEnd() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 4096)
                while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 { bytes += chunk[..<count] }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Sends a request and reads the answer to its end.
    public static func ask(_ request: String, port: Int) async throws -> String {
        try await RawClient(request, port: port).readToEnd()
    }
}
