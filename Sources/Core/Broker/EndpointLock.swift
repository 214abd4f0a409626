import Foundation
import SaybusBus
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// A lock that allows one broker per ipc directory.
///
/// A second bind on an ipc path would silently take the path over, so a lock file decides which broker serves
/// it. The kernel releases the lock when the process ends, however it ends. The file can be removed, so the
/// broker also holds a name that is no file: see ``AbstractSocketLock``.
final class EndpointLock: Sendable {
    /// The state of the lock's file.
    enum State {
        case present
        /// The file was removed or replaced. This lock has made it again.
        case restored
        /// The lock could not be taken again.
        case lost(BrokerError)
    }

    private let directory: String
    private let isShared: Bool
    private let descriptor: Mutex<Int32>
    private let name: AbstractSocketLock

    /// Makes the directory unless it exists, and locks it.
    /// - Parameter isShared: Whether programs of other users may connect to sockets in the directory; otherwise it is
    ///   private to its owner.
    init(directory: String, isShared: Bool = false) throws(BrokerError) {
        (self.directory, self.isShared) = (directory, isShared)
        let folder = try Self.makeDirectory(directory, isShared: isShared)
        defer { close(folder) }
        do throws(AbstractSocketLock.InUse) { name = try AbstractSocketLock(.broker, of: directory) } catch {
            throw Self.inUse(directory, by: error.process.map { "\($0)" })
        }
        descriptor = Mutex(try Self.lock(folder, directory))
    }

    deinit { descriptor.withLock { _ = close($0) } }

    /// Makes the directory and the file again if they were removed.
    func restore() -> State {
        var (mine, present) = (stat(), stat())
        let isPresent = descriptor.withLock { fstat($0, &mine) } == 0 && lstat(directory + "/lock", &present) == 0
        if isPresent, mine.st_ino == present.st_ino, mine.st_dev == present.st_dev { return .present }
        do throws(BrokerError) {
            let folder = try Self.makeDirectory(directory, isShared: isShared)
            defer { close(folder) }
            let new = try Self.lock(folder, directory)
            descriptor.withLock {
                close($0)
                $0 = new
            }
            return .restored
        } catch {
            return .lost(error)
        }
    }

    /// Locks the file in a directory, which it makes unless it exists.
    /// - Returns: The descriptor of the file.
    private static func lock(_ folder: Int32, _ directory: String) throws(BrokerError) -> Int32 {
        let path = directory + "/lock"
        let descriptor = openat(folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw BrokerError(.directory, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(
                in: .whitespacesAndNewlines)
            close(descriptor)
            throw inUse(directory, by: holder)
        }
        ftruncate(descriptor, 0)
        let pid = "\(getpid())\n"
        _ = pid.withCString { write(descriptor, $0, strlen($0)) }
        return descriptor
    }

    private static func inUse(_ directory: String, by process: String?) -> BrokerError {
        let who = process.flatMap { $0.isEmpty ? nil : " (process \($0))" } ?? ""
        return BrokerError(
            .addressInUse,
            "another broker\(who) serves ipc://\(directory); use that one, stop it, or choose another --bus")
    }

    /// Makes the directory unless it exists, and checks that only its owner, this user, can write to it, and unless it
    /// is shared, enter it. The mode of an existing directory is not changed, because others may need it, unless stages
    /// have made it.
    /// - Returns: A descriptor of the directory.
    private static func makeDirectory(_ path: String, isShared: Bool) throws(BrokerError) -> Int32 {
        var status = stat()
        if lstat(path, &status) != 0 {
            let mode: mode_t = isShared ? 0o711 : 0o700
            do { try BusAddress.makeDirectory(path, mode: mode) } catch {
                throw BrokerError(.directory, "\(error); choose another --bus")
            }
            // The process's umask may have removed the shared permissions.
            if isShared { chmod(path, mode) }
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
                        : "cannot use the directory \(path): \(String(cString: strerror(code))); choose another --bus")
        }
        if isShared { openToUsers(path, descriptor) }
        do throws(BrokerError) {
            try check(path, descriptor, isShared: isShared)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Lets the users of the policy enter a directory that only stages have used so far, which were started before the
    /// broker: they make it private, for what they remember of turns. That stays private itself.
    ///
    /// Nothing changes where another user controls a parent, who could put a private directory of this user there.
    private static func openToUsers(_ path: String, _ descriptor: Int32) {
        var status = stat()
        guard (try? IPCDirectory.verify(path)) != nil, fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
            status.st_mode & 0o777 == 0o700,
            (try? FileManager.default.contentsOfDirectory(atPath: path)) == [BusAddress.turnFolderName]
        else { return }
        fchmod(descriptor, 0o711)
    }

    private static func check(_ path: String, _ descriptor: Int32, isShared: Bool) throws(BrokerError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            throw BrokerError(
                .directory, "\(path) belongs to another user (\(status.st_uid)); choose another --bus")
        }
        guard !isShared || status.st_mode & 0o011 == 0o011 else {
            throw BrokerError(
                .directory,
                "the users of the policy cannot enter \(path): run chmod 711 \(path), or choose another --bus")
        }
        guard isShared || status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw BrokerError(
                .directory,
                "\(path) is open to others (mode \(mode)); choose a directory of your own with --bus, or run: chmod 700 \(path)"
            )
        }
        // A user who can write to a parent directory could replace the directory.
        do throws(IPCDirectoryError) {
            try IPCDirectory.verify(path)
        } catch { throw BrokerError(.directory, error.advice) }
    }
}
