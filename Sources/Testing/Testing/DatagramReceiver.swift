import Foundation

/// A Unix socket that receives datagrams of programs under test, as those of systemd do.
public final class DatagramReceiver: Sendable {
    /// The path of the socket, for programs that send to it.
    public let path: String
    /// The datagrams, in their order.
    public let datagrams: AsyncStream<[UInt8]>

    /// Binds a socket in a folder.
    /// - Parameters:
    ///   - folder: The folder.
    ///   - name: The socket's name.
    public init(in folder: TemporaryFolder, _ name: String = "notify") throws {
        path = folder.path(name)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "the folder's path is too long")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, bound == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        datagrams = stream
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // The time limit: only a failing test waits this long.
                guard poll(&entry, 1, 30_000) > 0 else { break }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count >= 0 else { break }
                continuation.yield(Array(buffer[..<count]))
            }
            close(descriptor)
            continuation.finish()
        }
    }

    /// Returns the lines of the first unread datagram that contains a line.
    public func lines(with line: String) async -> [String]? {
        for await datagram in datagrams {
            let lines = String(decoding: datagram, as: UTF8.self).split(separator: "\n").map(String.init)
            if lines.contains(line) { return lines }
        }
        return nil
    }
}
