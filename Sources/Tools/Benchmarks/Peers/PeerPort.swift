import Glibc

/// The port on which a server is to listen.
enum PeerPort {
    private static let attempts = 1000
    private static let pause = Duration.milliseconds(20)

    /// Waits until a program accepts connections. Its only sign is the port itself, which is therefore asked
    /// repeatedly.
    static func answers(_ port: Int) async throws {
        for _ in 0..<attempts {
            if accepts(port) { return }
            try await Task.sleep(for: pause)
        }
        throw BenchmarkError(.peer, "the server does not listen on port \(port) after \(attempts / 50) s")
    }

    private static func accepts(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
