import Glibc

extension ServerGreeting {
    /// The longest first line of a server, in bytes.
    private static let maximumLength = 16_384

    /// Connects to a server, reads its greeting and leaves; nil when it sends none within two seconds, such as one that
    /// begins with TLS. Blocks.
    static func read(_ address: NATSAddress) -> ServerGreeting? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0, let info = found else { return nil }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            info.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), info.pointee.ai_protocol)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // On Linux, the limit of sending is also that of connecting.
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else { return nil }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count < maximumLength {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            line += buffer[..<count]
            if let end = line.firstIndex(of: UInt8(ascii: "\n")) { return ServerGreeting(Array(line[..<end])) }
        }
        return nil
    }
}
