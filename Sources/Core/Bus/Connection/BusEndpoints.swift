import Glibc
import SaybusMessages
import SaybusZeroMQ

/// The endpoints that a program connects to. Those of an ipc bus are in a directory that no other user controls.
struct BusEndpoints: Sendable {
    let publish: String
    let subscribe: String
    private let directory: IPCDirectory?

    /// Checks the directory of an ipc address, which may be missing.
    /// - Throws: ``BusError`` with code `refused`.
    init(_ address: BusAddress) throws(BusError) {
        guard let path = address.directory else {
            (publish, subscribe, directory) = (address.publishEndpoint, address.subscribeEndpoint, nil)
            return
        }
        do {
            let directory = try IPCDirectory(path)
            (publish, subscribe) = (directory.endpoint("publish"), directory.endpoint("subscribe"))
            self.directory = directory
        } catch { throw Self.refusal(error) }
    }

    /// The session in which the broker of another user publishes what it refuses to this user; nil for tcp, for this
    /// user's own broker, which refuses nothing, and for root.
    var refusalSession: Session? {
        guard let directory, geteuid() != 0, !directory.isOwn else { return nil }
        return Credentials.refusalSession(machineUser: geteuid())
    }

    /// Checks the directory again before a connection is made again.
    /// - Throws: ``BusError`` with code `refused`. No socket in the directory is then connected to.
    func refresh() throws(BusError) {
        do { try directory?.refresh() } catch { throw Self.refusal(error) }
    }

    private static func refusal(_ error: IPCDirectoryError) -> BusError {
        BusError(.refused, error.advice)
    }
}
