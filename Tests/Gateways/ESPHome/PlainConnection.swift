import Foundation
import Glibc

/// A connection to a port of this machine.
final class PlainConnection: Sendable {
    private let descriptor: Int32

    init(to port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var time = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) throws {
        let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw POSIXError(.EPIPE) }
    }

    /// Returns the bytes that come next, on a thread of its own, since reading blocks; empty at the end.
    func receive() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(descriptor, &bytes, bytes.count, 0)
                continuation.resume(returning: Array(bytes.prefix(max(0, count))))
            }
        }
    }
}
