import Foundation
import Glibc

/// A host that answers no attempt to connect, as one whose packets are lost: its queue of connections is full.
final class DeafListener: Sendable {
    /// The address for `--broker`.
    let address: String
    private let listener: Int32
    /// The connection that fills the queue.
    private let filler: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        (self.listener, self.filler) = (listener, filler)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFull = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && Glibc.listen(listener, 0) == 0
                    && getsockname(listener, address, &size) == 0 && Glibc.connect(filler, address, size) == 0
            }
        }
        address = "mqtt://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        guard isFull else { throw POSIXError(.EADDRINUSE) }
    }

    deinit {
        close(filler)
        close(listener)
    }
}
