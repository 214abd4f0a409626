import CSaybusLinux
import Glibc

/// A file with a lock that the kernel releases however its owner ends: a file without a lock belongs to a dead program.
package enum LockedFile {
    /// Opens a file for appending, makes it if it is missing, and locks it.
    /// - Returns: The descriptor, which is the caller's to close; nil, with `errno`, when another program holds the
    ///   lock, or the file cannot be opened.
    package static func open(_ path: String) -> Int32? {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        // The owner may have replaced the file between opening and locking.
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino else {
            close(descriptor)
            errno = EWOULDBLOCK
            return nil
        }
        return descriptor
    }

    /// Returns whether an open file has been removed, so that nobody else finds what is written to it.
    package static func isRemoved(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    /// Reserves space on the disk beyond the end of a file, so that it can grow on a disk that has become full.
    /// - Parameters:
    ///   - size: The size of the file in bytes, which stays as it is.
    ///   - reserve: The number of bytes.
    /// - Returns: False when the disk lacks the space, or its file system cannot reserve any.
    package static func reserve(_ reserve: Int, beyond size: Int, of descriptor: Int32) -> Bool {
        saybus_reserve(descriptor, Int64(size), Int64(reserve)) == 0
    }
}
