import Foundation
import SaybusBus
import Synchronization

/// The files of an ipc bus: the directory with its lock and the two sockets, which anyone who may write there
/// can remove while the broker serves.
final class EndpointFiles: Sendable {
    /// The state of the files.
    enum State {
        case present
        /// A socket's file was removed or replaced. It is to be bound again, which makes the file.
        case missing(publish: Bool, subscribe: Bool)
        /// The bus cannot be served any more, for a reason in a sentence.
        case lost(String)
    }

    /// The most times that the files are made again.
    private static let maximumRepairs = 100

    /// The address of the bus.
    let address: BusAddress
    private let lock: EndpointLock
    /// Whether programs of other users may connect.
    private let isShared: Bool
    private let state: Mutex<(publish: FileID?, subscribe: FileID?, repairs: Int)>

    /// Creates the record of the files of a broker that has just bound its sockets.
    init(_ address: BusAddress, _ lock: EndpointLock, isShared: Bool) {
        (self.address, self.lock, self.isShared) = (address, lock, isShared)
        Self.open(address, isShared: isShared)
        state = Mutex((Self.id(address.publishEndpoint), Self.id(address.subscribeEndpoint), 0))
    }

    /// Checks the files, and makes the directory and the lock again if they are gone.
    func check() -> State {
        if case .lost(let error) = lock.restore() {
            return .lost("the directory of \(address) was removed or replaced: \(error.reason)")
        }
        return state.withLock { state in
            let isPublish = state.publish != Self.id(address.publishEndpoint)
            let isSubscribe = state.subscribe != Self.id(address.subscribeEndpoint)
            guard isPublish || isSubscribe else { return .present }
            // Each repair leaves the old socket behind, since its connections are still in use.
            guard state.repairs < Self.maximumRepairs else {
                return .lost("the files of \(address) were removed \(state.repairs) times")
            }
            state.repairs += 1
            return .missing(publish: isPublish, subscribe: isSubscribe)
        }
    }

    /// Records the files after the sockets have been bound again.
    func record() {
        Self.open(address, isShared: isShared)
        state.withLock { state in
            state.publish = Self.id(address.publishEndpoint)
            state.subscribe = Self.id(address.subscribeEndpoint)
        }
    }

    /// Lets the programs of all users connect to shared sockets, whatever the process's umask.
    private static func open(_ address: BusAddress, isShared: Bool) {
        guard isShared, let directory = address.directory else { return }
        for name in ["publish", "subscribe"] { chmod("\(directory)/\(name)", 0o666) }
    }

    private struct FileID: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    private static func id(_ endpoint: String) -> FileID? {
        var status = stat()
        let path = endpoint.hasPrefix("ipc://") ? String(endpoint.dropFirst(6)) : endpoint
        guard lstat(path, &status) == 0 else { return nil }
        return FileID(device: status.st_dev, inode: status.st_ino)
    }
}
