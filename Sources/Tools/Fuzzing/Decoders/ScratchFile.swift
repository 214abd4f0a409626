import Foundation
import Glibc
import Synchronization

/// A file in memory, for readers that take a path. It is removed when this object is released.
final class ScratchFile: Sendable {
    /// The path in `/dev/shm`, or in the temporary directory when that cannot be written.
    let path: String

    private static let count = Atomic(0)

    /// Makes a file with this content.
    init(_ bytes: [UInt8]) throws(FuzzViolation) {
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        let number = Self.count.add(1, ordering: .relaxed).newValue
        path = "\(folder)/saybus-fuzz-\(getpid())-\(number)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            throw FuzzViolation(.foreignError, "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    deinit { for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) } }
}
