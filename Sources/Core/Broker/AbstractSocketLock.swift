import Foundation
import SaybusMessages
import SaybusSupport

/// A lock of a bus's directory that is a name in the kernel's table of abstract Unix sockets. One process has it at a
/// time, until it ends.
///
/// Unlike a lock file, it cannot be removed: so no second broker starts while the first is about to notice that its
/// directory is gone. Another user can take the name too. Then the lock excludes nobody.
package final class AbstractSocketLock: Sendable {
    /// The work that one process of a directory does.
    package struct Purpose: Sendable {
        /// Serving the bus.
        package static let broker = Purpose(name: "broker")
        /// Supervising a pipeline with a broker.
        package static let supervisor = Purpose(name: "supervisor")

        /// Returns the supervising of some programs of a pipeline, whose other programs run elsewhere.
        package static func supervisor(of programs: [String]) -> Purpose {
            // A hash, since a name is at most 107 bytes long.
            let names = programs.sorted().joined(separator: "\n")
            return Purpose(name: "part-\(String(FNV1a(names.utf8).value, radix: 16))")
        }

        /// Returns the taking of the place of a role's stages.
        package static func swap(_ role: Role) -> Purpose { Purpose(name: "swap-\(role)") }

        fileprivate let name: String
    }

    /// The refusal of a lock that another process of this user has.
    package struct InUse: Error {
        /// The process that holds it; nil when its queue is full and it cannot be asked.
        package let process: pid_t?
    }

    /// The socket; nil when another user has taken the name.
    private let descriptor: Int32?

    /// Takes the lock of a directory, which need not exist.
    package init(_ purpose: Purpose, of directory: String) throws(InUse) {
        let name = Self.name(purpose, directory)
        for _ in 0..<3 {
            let socket = Self.makeSocket()
            guard socket >= 0 else { break }
            if Self.with(name, { bind(socket, $0, $1) }) == 0, listen(socket, Self.queueLength) == 0 {
                descriptor = socket
                return
            }
            let isTaken = errno == EADDRINUSE
            let isConnected = isTaken && Self.with(name, { connect(socket, $0, $1) }) == 0
            // The other process accepts no connection on this socket. When its queue is full, its process id cannot be
            // queried.
            let isFull = isTaken && !isConnected && errno == EAGAIN
            let holder = isConnected ? Self.peer(socket) : nil
            close(socket)
            guard isTaken else { break }
            guard !isFull else { throw InUse(process: nil) }
            // The holder may have ended meanwhile: then the name is free.
            guard let holder else { continue }
            guard holder.uid != geteuid() else { throw InUse(process: holder.pid) }
            break
        }
        descriptor = nil
    }

    deinit { if let descriptor { close(descriptor) } }

    /// Returns the process of this user that has a lock; nil when there is none, or when it cannot be queried.
    package static func process(_ purpose: Purpose, of directory: String) -> pid_t? {
        let socket = makeSocket()
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        guard with(name(purpose, directory), { connect(socket, $0, $1) }) == 0, let holder = peer(socket),
            holder.uid == geteuid()
        else { return nil }
        return holder.pid
    }

    private static func name(_ purpose: Purpose, _ directory: String) -> String {
        // A hash, since names of sockets are at most 107 bytes long.
        let hash = FNV1a(ResolvedPath.of(directory).utf8).value
        return "saybus-\(purpose.name)/\(geteuid())/\(String(hash, radix: 16))"
    }

    private static func makeSocket() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }

    /// The number of processes that can have asked who holds the name.
    private static let queueLength: Int32 = 4096

    private static func with(_ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The first byte stays zero: the name is no path.
        let bytes = Array(name.utf8)
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        return withUnsafeMutableBytes(of: &address) { memory in
            memory[(offset + 1)...].copyBytes(from: bytes)
            return memory.withMemoryRebound(to: sockaddr.self) { rebound in
                rebound.baseAddress.map { body($0, socklen_t(offset + 1 + bytes.count)) } ?? -1
            }
        }
    }

    /// Returns the process at the other end, as `SO_PEERCRED` of unix(7) tells it.
    private static func peer(_ socket: Int32) -> (pid: pid_t, uid: uid_t)? {
        // struct ucred: process, user, group.
        var fields: [UInt32] = [0, 0, 0]
        var size = socklen_t(fields.count * MemoryLayout<UInt32>.size)
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &fields, &size) == 0 else { return nil }
        return (pid_t(bitPattern: fields[0]), fields[1])
    }
}
