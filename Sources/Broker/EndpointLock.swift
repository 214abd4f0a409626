import Bus
import Foundation

/// One broker per ipc directory: a second bind on an ipc path silently steals it, so a lock file decides. The kernel lets go
/// of it when the process ends, however it ends.
final class EndpointLock: Sendable {
    private let descriptor: Int32

    /// Makes the directory, private to its owner, and locks it.
    init(directory: String) throws(BrokerError) {
        try Self.makeDirectory(directory)
        let path = directory + "/lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw BrokerError(.directory, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(
                in: .whitespacesAndNewlines)
            close(descriptor)
            let who = holder.flatMap { $0.isEmpty ? nil : " (process \($0))" } ?? ""
            throw BrokerError(
                .addressInUse,
                "another broker\(who) serves ipc://\(directory); use that one, stop it, or choose another --bus")
        }
        ftruncate(descriptor, 0)
        let pid = "\(getpid())\n"
        _ = pid.withCString { write(descriptor, $0, strlen($0)) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func makeDirectory(_ path: String) throws(BrokerError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw BrokerError(.directory, "cannot make the directory \(path): \(error.localizedDescription)")
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw BrokerError(.directory, "\(path) is no directory; choose another --bus")
        }
        guard status.st_uid == getuid() else {
            throw BrokerError(.directory, "\(path) belongs to another user; choose another --bus")
        }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw BrokerError(.directory, "\(path) is open to others and cannot be closed: run chmod 700 \(path)")
        }
    }
}
