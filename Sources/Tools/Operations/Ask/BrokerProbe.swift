import Foundation
import SaybusBus

/// A check, without waiting, whether a broker serves an ipc bus.
enum BrokerProbe {
    /// The obstacle between a program and the sockets of an ipc bus.
    enum Obstacle {
        /// No process listens.
        case absent
        /// The sockets belong to another user.
        case forbidden
    }

    /// Returns what keeps this program from the broker; nil when a process listens on the socket.
    static func obstacle(_ address: BusAddress) -> Obstacle? {
        whyAbsent(address).map { $0 == forbidden ? .forbidden : .absent }
    }

    private static let forbidden = "its socket is not yours to use"

    /// Returns the reason why there is no broker; nil when a process listens on the socket. Also nil for tcp, where
    /// only an answer of the broker proves that it runs.
    static func whyAbsent(_ address: BusAddress) -> String? {
        guard let directory = address.directory else { return nil }
        let path = Array("\(directory)/subscribe".utf8)
        var socketAddress = sockaddr_un()
        socketAddress.sun_family = sa_family_t(AF_UNIX)
        // `BusAddress` has checked the length.
        guard path.count < MemoryLayout.size(ofValue: socketAddress.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let code = withUnsafePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code != 0 else { return nil }
        switch errno {
        case ENOENT: return "there is no socket"
        case ECONNREFUSED: return "nobody listens on its socket"
        case EACCES: return forbidden
        default: return nil
        }
    }
}
