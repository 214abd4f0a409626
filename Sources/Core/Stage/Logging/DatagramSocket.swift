import Glibc

/// A socket that sends datagrams to one Unix socket, such as those of systemd. Safe to use from any thread.
final class DatagramSocket: Sendable {
    private let descriptor: Int32

    /// Connects to a socket.
    /// - Parameter path: Its path; `@` at the beginning stands for the zero byte of an abstract name.
    /// - Returns: nil when nobody has bound it.
    init?(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        // A receiver that hangs delays nobody for longer.
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        // The length of an abstract name counts.
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let size = socklen_t(offset + bytes.count + (bytes[0] == 0 ? 0 : 1))
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard code == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends a datagram.
    /// - Parameter waits: Whether to wait, for a second at most, while the receiver's queue is full.
    /// - Returns: False when it was not sent.
    @discardableResult
    func send(_ bytes: [UInt8], waits: Bool = true) -> Bool {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        while true {
            let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if sent < 0, errno == EINTR { continue }
            return sent == bytes.count
        }
    }
}
