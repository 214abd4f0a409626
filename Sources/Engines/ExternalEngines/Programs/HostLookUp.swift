import Dispatch
import Foundation
import Glibc
import Synchronization

/// A look-up of the addresses of a host, up to a deadline. It blocks.
///
/// The system's resolver knows no deadline, and waits many seconds for a name server that is silent. It has a thread of
/// its own, on which it goes on when nobody waits any more.
enum HostLookUp {
    /// An address in the form that `connect` takes.
    struct Address: Sendable {
        let family: Int32
        /// The bytes of its `sockaddr`, at most as many as `sockaddr_storage` has.
        let bytes: [UInt8]
    }

    /// The result for the waiting thread.
    private final class Answer: Sendable {
        let isThere = DispatchSemaphore(value: 0)
        let result = Mutex<Result<[Address], EngineFailure>?>(nil)
    }

    /// The longest wait in milliseconds.
    private static let maximumWait = 600_000.0

    /// Returns the addresses of a host.
    /// - Throws: ``EngineFailure`` with code `unreachable` when it has none, `timeout` when they are not known in time.
    static func addresses(
        of host: String, port: UInt16, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [Address] {
        // An address needs no resolver.
        if case .success(let known) = resolve(host, port, flags: AI_NUMERICHOST) { return known }
        return try addresses(of: SocketAddress.tcp(host: host, port: port), before: deadline) {
            resolve(host, port, flags: 0)
        }
    }

    /// Returns the addresses that a function finds, which may block for long.
    static func addresses(
        of endpoint: SocketAddress, before deadline: ContinuousClock.Instant,
        by find: @escaping @Sendable () -> Result<[Address], EngineFailure>
    ) throws(EngineFailure) -> [Address] {
        let answer = Answer()
        Thread.detachNewThread {
            let found = find()
            answer.result.withLock { $0 = found }
            answer.isThere.signal()
        }
        let rest = deadline - .now
        let milliseconds = Int(max(0, min(maximumWait, rest / .milliseconds(1)))) + 1
        _ = answer.isThere.wait(timeout: .now() + .milliseconds(milliseconds))
        guard let found = answer.result.withLock({ $0 }) else {
            throw EngineFailure(.timeout, "\(endpoint) cannot be reached: no name server told its address in time")
        }
        return try found.get()
    }

    private static func resolve(
        _ host: String, _ port: UInt16, flags: Int32
    ) -> Result<[Address], EngineFailure> {
        var hints = addrinfo()
        hints.ai_flags = flags
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        guard status == 0, let first = list else {
            let endpoint = SocketAddress.tcp(host: host, port: port)
            return .failure(
                EngineFailure(
                    .unreachable, "\(endpoint) cannot be reached: \(String(cString: gai_strerror(status)))"))
        }
        defer { freeaddrinfo(first) }
        var addresses: [Address] = []
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let entry = next?.pointee {
            next = entry.ai_next
            let size = Int(entry.ai_addrlen)
            guard let address = entry.ai_addr, size <= MemoryLayout<sockaddr_storage>.size else { continue }
            let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: size))
            addresses.append(Address(family: entry.ai_family, bytes: bytes))
        }
        return .success(addresses)
    }
}
