import Dispatch
import Glibc
import SaybusExternalEngines
import SaybusProcesses
import SaybusStage
import Synchronization

/// A listening socket, and the peers that connect to it.
final class WyomingListener: Sendable {
    /// The peers, in the order in which they connect. A peer that connects while 64 wait is turned away.
    let peers: AsyncStream<WyomingPeer>
    /// The port of a TCP address, also where the system has chosen it; nil for a Unix socket.
    let port: UInt16?

    /// The errors of `accept` that mean that the process has no room for a peer now.
    private static let exhaustion: Set<Int32> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// The time for which nobody is accepted then.
    private static let pause = DispatchTimeInterval.milliseconds(500)

    private let continuation: AsyncStream<WyomingPeer>.Continuation
    private let queue = DispatchQueue(label: "saybus.wyoming.accept")
    private let source: Mutex<any DispatchSourceRead>
    private let onExhaustion: @Sendable () -> Void

    /// Begins to listen.
    /// - Parameters:
    ///   - address: The address.
    ///   - onExhaustion: A closure that is called when a peer cannot be accepted, since no descriptor is left.
    /// - Throws: `StageFailure` with code `unavailable` when the address is in use or cannot be bound.
    init(_ address: SocketAddress, onExhaustion: @escaping @Sendable () -> Void = {}) throws(StageFailure) {
        self.onExhaustion = onExhaustion
        let descriptor: Int32
        switch address {
        case .unix(let path):
            descriptor = try Self.listen(path: path)
            port = nil
        case .tcp(let host, let wanted):
            descriptor = try Self.listen(host: host, port: wanted)
            port = wanted == 0 ? Self.chosenPort(of: descriptor) : wanted
        }
        (peers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
        let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        reading.setCancelHandler {
            Glibc.close(descriptor)
            if case .unix(let path) = address { unlink(path) }
        }
        source = Mutex(reading)
        source.withLock { source in
            source.setEventHandler { [weak self] in self?.acceptPeer(descriptor) }
            source.resume()
        }
    }

    private func acceptPeer(_ descriptor: Int32) {
        var (peer, error): (Int32, Int32) = (-1, 0)
        // Swift's view of glibc lacks accept4. A child that starts between the two calls would inherit the socket.
        SpawnedProcess.whileNoneStarts {
            peer = accept(descriptor, nil, nil)
            error = errno
            if peer >= 0 { _ = fcntl(peer, F_SETFD, FD_CLOEXEC) }
        }
        guard peer >= 0 else {
            if Self.exhaustion.contains(error) { rest() }
            return
        }
        var yes: Int32 = 1
        setsockopt(peer, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard let peer = try? WyomingPeer(taking: peer, name: PeerName.of(peer)) else { return onExhaustion() }
        if case .dropped = continuation.yield(peer) { peer.close() }
    }

    /// Accepts nobody for a moment: the socket would be ready again at once, and keep a core busy.
    private func rest() {
        onExhaustion()
        source.withLock { $0.suspend() }
        queue.asyncAfter(deadline: .now() + Self.pause) { [self] in source.withLock { $0.resume() } }
    }

    /// Stops listening. Connections that exist go on.
    func close() {
        source.withLock { $0.cancel() }
        continuation.finish()
    }

    private static func listen(path: String) throws(StageFailure) -> Int32 {
        // A socket that a killed program has left is removed, one on which somebody listens is not.
        if (try? SocketConnector.connect(.unix(path: path), before: .now + .seconds(1))) != nil {
            throw StageFailure(.unavailable, "unix://\(path) is in use: choose another --uri")
        }
        var kind = stat()
        if lstat(path, &kind) == 0, kind.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return try withUnsafePointer(to: &address) { pointer throws(StageFailure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(StageFailure) in
                try bound(AF_UNIX, address, socklen_t(MemoryLayout<sockaddr_un>.size), "unix://\(path)")
            }
        }
    }

    private static func listen(host: String, port: UInt16) throws(StageFailure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        guard status == 0, let first = list else {
            throw StageFailure(.usage, "--uri tcp://\(host):\(port): \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(first) }
        return try bound(
            first.pointee.ai_family, first.pointee.ai_addr, first.pointee.ai_addrlen, "tcp://\(host):\(port)")
    }

    /// Returns the port that the system has chosen for a TCP socket.
    private static func chosenPort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard status == 0 else { return nil }
        // The port has the same place in the addresses of both versions of IP.
        return withUnsafeBytes(of: &address) { bytes in
            UInt16(bigEndian: bytes.load(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self))
        }
    }

    private static func bound(
        _ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t, _ name: String
    ) throws(StageFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        var yes: Int32 = 1
        if descriptor >= 0 {
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            if bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 64) == 0 { return descriptor }
        }
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { Glibc.close(descriptor) }
        throw StageFailure(.unavailable, "cannot listen at \(name): \(reason); choose another --uri")
    }
}

/// The names of peers by their sockets.
enum PeerName {
    /// Returns the address of the other end, such as `192.168.1.7:40312`.
    static func of(_ descriptor: Int32) -> String {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 16))
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(descriptor, address, &length) == 0 && Int32(address.pointee.sa_family) != AF_UNIX
                    ? getnameinfo(
                        address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                        Int32(NI_NUMERICHOST | NI_NUMERICSERV)) : -1
            }
        }
        guard status == 0 else { return "a local peer" }
        func text(_ bytes: [CChar]) -> String {
            String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return "\(text(host)):\(text(port))"
    }
}
