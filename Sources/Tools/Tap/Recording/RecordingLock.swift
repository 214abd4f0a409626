import Glibc
import SaybusStage

/// The lock of the one program that records into a file. The kernel releases it however the program ends.
///
/// SQLite's own locks last for a transaction only. On a file system without locks there is none.
struct RecordingLock: Sendable {
    /// The whereabouts of the locked file.
    enum Place: Sendable {
        /// At its path.
        case kept
        /// At another path: its own path names another file, or none.
        case moved
        /// At no path.
        case removed
    }

    private let path: String
    /// Stays open until the program ends: to close it would also release the locks of SQLite.
    private let descriptor: Int32

    /// Locks an existing file until the program ends.
    /// - Parameter name: The path by which the user names the file.
    /// - Throws: `StageFailure` when another program has locked it.
    init(_ path: String, named name: String) throws(StageFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StageFailure(.inputOutput, "\(name) cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw StageFailure(
            .inputOutput, "another saybus-tap records into \(name): choose another file, or end that program")
    }

    /// The place of the file now. One that the system does not tell counts as unchanged.
    var place: Place {
        var (locked, named) = (stat(), stat())
        guard fstat(descriptor, &locked) == 0 else { return .kept }
        if locked.st_nlink == 0 { return .removed }
        guard stat(path, &named) == 0 else { return [ENOENT, ENOTDIR].contains(errno) ? .moved : .kept }
        return named.st_dev == locked.st_dev && named.st_ino == locked.st_ino ? .kept : .moved
    }
}
