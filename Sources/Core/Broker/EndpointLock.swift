import Foundation
import SaybusBus
import SaybusZeroMQ

/// A lock that allows one broker per ipc directory.
///
/// A second bind on an ipc path would silently take the path over, so a lock file decides which broker serves
/// it. The kernel releases the lock when the process ends, however it ends.
final class EndpointLock: Sendable {
    private let descriptor: Int32

    /// Makes the directory, private to its owner, unless it exists, and locks it.
    init(directory: String) throws(BrokerError) {
        let folder = try Self.privateDirectory(directory)
        defer { close(folder) }
        let path = directory + "/lock"
        let descriptor = openat(folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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

    /// Makes the directory unless it exists, and checks that only its owner, this user, can enter it. The mode
    /// of an existing directory is not changed, because others may need it.
    /// - Returns: A descriptor of the directory.
    private static func privateDirectory(_ path: String) throws(BrokerError) -> Int32 {
        var status = stat()
        if lstat(path, &status) != 0 {
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw BrokerError(.directory, "cannot make the directory \(path): \(error.localizedDescription)")
            }
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw BrokerError(
                .directory,
                isLink
                    ? "\(path) is a symbolic link, which its owner can point elsewhere; choose the directory itself with --bus"
                    : code == ENOTDIR
                        ? "\(path) is no directory; choose another --bus"
                        : "cannot use the directory \(path): \(String(cString: strerror(code)))")
        }
        do throws(BrokerError) {
            try check(path, descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func check(_ path: String, _ descriptor: Int32) throws(BrokerError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw BrokerError(
                .directory, "\(path) belongs to another user (\(status.st_uid)); choose another --bus")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw BrokerError(
                .directory,
                "\(path) is open to others (mode \(mode)); choose a directory of your own with --bus, or run: chmod 700 \(path)"
            )
        }
        // A user who can write to a parent directory could replace the directory.
        do throws(IPCDirectoryError) {
            try IPCDirectory.verify(path)
        } catch { throw BrokerError(.directory, "\(error); or choose another --bus") }
    }
}
