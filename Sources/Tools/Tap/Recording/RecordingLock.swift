import Glibc
import SaybusStage

/// The lock of the one program that records into a file. The kernel releases it however the program ends.
///
/// SQLite's own locks last for a transaction only. On a file system without locks there is none.
enum RecordingLock {
    /// Locks an existing file until the program ends. The descriptor stays open: to close it would also release the
    /// locks of SQLite.
    /// - Throws: `StageFailure` when another program has locked it.
    static func take(_ path: String) throws(StageFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw StageFailure(
            .inputOutput, "another saybus-tap records into \(path): choose another file, or end that program")
    }
}
