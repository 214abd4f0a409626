import Foundation
import Glibc

/// The sockets of this program that are connected to NATS servers. libnats does not tell which ones they are.
enum ServerSockets {
    /// Calls a closure with each socket whose other end has one of the ports: with its number in the kernel, and with a
    /// copy of the descriptor, so that it is the same socket although libnats may close it meanwhile.
    static func visit(_ ports: Set<UInt16>, _ body: (_ number: UInt64, _ descriptor: Int32) -> Void) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in names.compactMap({ Int32($0) }) {
            var status = stat()
            // To close a copy of a file's descriptor would release the locks on the file.
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { continue }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { continue }
            defer { close(copy) }
            guard let port = port(copy), ports.contains(port), fstat(copy, &status) == 0 else { continue }
            body(UInt64(status.st_ino), copy)
        }
    }

    /// Returns the port of the other end; nil unless the socket is connected over IP.
    private static func port(_ descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard result == 0, [AF_INET, AF_INET6].contains(Int32(address.ss_family)) else { return nil }
        // Both kinds of addresses have the port at the same place.
        return withUnsafeBytes(of: address) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    }
}
