import Glibc

/// A connector of stream sockets. It blocks up to a deadline.
public enum SocketConnector {
    /// Connects to an endpoint. When a host has several addresses, each is tried.
    public static func connect(
        _ endpoint: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> SocketStream {
        switch endpoint {
        case .unix(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            return try withUnsafePointer(to: &address) { pointer throws(EngineFailure) in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(EngineFailure) in
                    try open(
                        AF_UNIX, address, socklen_t(MemoryLayout<sockaddr_un>.size), "\(endpoint)", deadline)
                }
            }
        case .tcp(let host, let port):
            var failure = EngineFailure(.unreachable, "\(endpoint) has no address")
            for candidate in try HostLookUp.addresses(of: host, port: port, before: deadline) {
                var storage = sockaddr_storage()
                withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: candidate.bytes) }
                do throws(EngineFailure) {
                    return try withUnsafePointer(to: &storage) { pointer throws(EngineFailure) in
                        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(EngineFailure) in
                            try open(
                                candidate.family, address, socklen_t(candidate.bytes.count), "\(endpoint)", deadline)
                        }
                    }
                } catch {
                    failure = error
                }
            }
            throw failure
        }
    }

    private static func open(
        _ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ name: String,
        _ deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> SocketStream {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        func failed(_ error: Int32) -> EngineFailure {
            EngineFailure(.unreachable, "\(name) cannot be reached: \(String(cString: strerror(error)))")
        }
        guard descriptor >= 0 else { throw failed(errno) }
        if Glibc.connect(descriptor, address, length) == 0 { return SocketStream(taking: descriptor, name: name) }
        guard errno == EINPROGRESS else {
            defer { close(descriptor) }
            throw failed(errno)
        }
        let rest = deadline - .now
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard rest > .zero, Glibc.poll(&poll, 1, Int32(min(60_000, rest / .milliseconds(1))) + 1) > 0 else {
            close(descriptor)
            throw EngineFailure(.timeout, "\(name) did not answer in time")
        }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        guard error == 0 else {
            close(descriptor)
            throw failed(error)
        }
        return SocketStream(taking: descriptor, name: name)
    }
}
