import Glibc

/// The file at a path at some moment, and the time of its last change.
package struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the identity of a file; that of its target for a link. Nil when there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the identity of an open file. Nil when it cannot be read.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, node, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }
}
