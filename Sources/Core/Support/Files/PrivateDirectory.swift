import Glibc

/// The creation of directories that only their owner enters.
package enum PrivateDirectory {
    /// Creates a directory, and those above it that are missing. What exists stays as it is.
    ///
    /// Each directory has its mode from the beginning. `FileManager` sets it in a second step, so that another program,
    /// such as a broker that starts at the same time, can find the directory open to others for a moment.
    /// - Parameters:
    ///   - mode: The mode of the new directory, before the process's mask.
    ///   - parents: The mode of the new directories above it, before the process's mask; nil for the same.
    package static func create(
        _ path: String, mode: mode_t = 0o700, parents: mode_t? = nil
    ) throws(SystemCallError) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        if mkdir(path, mode) == 0 { return }
        var failure = SystemCallError("make the directory \(path)")
        if failure.number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try create(String(path[..<slash]), mode: parents ?? mode)
            if mkdir(path, mode) == 0 { return }
            failure = SystemCallError("make the directory \(path)")
        }
        var status = stat()
        guard failure.number == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure
        }
    }
}
