import Foundation

/// A check, without waiting, whether a broker serves an ipc bus.
package enum BrokerProbe {
    /// The obstacle between a program and the sockets of an ipc bus.
    package enum Obstacle: Equatable {
        /// No process listens, for this reason.
        case absent(String)
        /// This user may not reach the sockets. With the login name of the other user to whom they belong; nil when it
        /// cannot be told.
        case forbidden(owner: String?)

        /// Returns the error at a bus of another user, where a broker of one's own would not help; nil at any other.
        package func refusal(at address: BusAddress) -> BusError? {
            switch self {
            case .absent: nil
            case .forbidden(owner: .some(let owner)):
                BusError(
                    .noBroker,
                    "the bus at \(address) belongs to the user \(owner); run this as that user, with sudo -u \(owner) and "
                        + "--bus \(address), or \(Self.ownBus)"
                )
            case .forbidden(owner: .none):
                BusError(
                    .noBroker,
                    "you may not enter the bus at \(address); run this as the user of its broker, or \(Self.ownBus)")
            }
        }

        private static let ownBus = "choose a bus of your own with --bus ipc:///directory"
    }

    /// Returns what keeps this program from the broker; nil when a process listens on the socket. Also nil for tcp,
    /// where only an answer of the broker proves that it runs.
    package static func obstacle(_ address: BusAddress) -> Obstacle? {
        guard let directory = address.directory else { return nil }
        let path = Array("\(directory)/subscribe".utf8)
        var socketAddress = sockaddr_un()
        socketAddress.sun_family = sa_family_t(AF_UNIX)
        // `BusAddress` has checked the length.
        guard path.count < MemoryLayout.size(ofValue: socketAddress.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: path) }
        // A broker that hangs takes no connections, and a blocking one would wait behind a full queue of them.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let code = withUnsafePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code != 0 else { return nil }
        switch errno {
        case ENOENT: return .absent("there is no socket")
        case ECONNREFUSED: return .absent("nobody listens on its socket")
        case EACCES: return .forbidden(owner: owner(of: directory))
        default: return nil
        }
    }

    /// Returns the login name of a directory's owner; nil when it cannot be told, or is this user.
    private static func owner(of directory: String) -> String? {
        var status = stat()
        guard stat(directory, &status) == 0, status.st_uid != getuid(), let user = getpwuid(status.st_uid) else {
            return nil
        }
        return String(cString: user.pointee.pw_name)
    }
}
