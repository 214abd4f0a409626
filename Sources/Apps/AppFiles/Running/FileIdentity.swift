import Foundation

/// The file at a path at some moment, and the time of its last change.
struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let node: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Reads the identity of a file; that of its target for a link. Nil when there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, node, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }
}

/// The decision whether a file that is looked at from time to time has changed. Pure.
struct FileComparison: Sendable {
    /// The file whose change was reported last; nil when there was none.
    private var known: FileIdentity?
    /// The file of the last look, if it differs from the known one.
    private var changed: FileIdentity??

    init(_ known: FileIdentity?) { self.known = known }

    /// Records a change that is reported anyway.
    mutating func report(_ file: FileIdentity?) { (known, changed) = (file, nil) }

    /// Returns whether a change is to be reported: the file differs from the known one, and is the same at two looks,
    /// so that nobody reads a file that is still being written.
    mutating func look(_ file: FileIdentity?) -> Bool {
        guard file != known else {
            changed = nil
            return false
        }
        guard let changed, changed == file else {
            self.changed = .some(file)
            return false
        }
        report(file)
        return true
    }
}
