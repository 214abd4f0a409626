import Glibc
import SaybusStage

/// The lock of the one program that records into a file. The kernel releases it however the program ends.
///
/// SQLite's own locks last for a transaction only. On a file system without locks there is none.
final class RecordingLock: Sendable {
    private let descriptor: Int32

    /// Locks an existing file.
    /// - Throws: `StageFailure` when another program has locked it.
    init(_ path: String) throws(StageFailure) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        close(descriptor)
        throw StageFailure(
            .inputOutput, "another saybus-tap records into \(path): choose another file, or end that program")
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
