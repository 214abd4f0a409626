import Foundation

/// The free space of file systems.
package enum DiskSpace {
    /// Returns the free bytes of the file system of a path; nil for a path that cannot be looked at, and for a file
    /// system without a size, such as a tmpfs without a limit.
    package static func free(at path: String) -> Int? {
        var system = statvfs()
        return statvfs(path, &system) == 0 ? free(on: system) : nil
    }

    /// Returns the free bytes of a file system; nil for one without a size. Servers of large file systems report any
    /// numbers: what does not fit is the greatest one.
    package static func free(on system: statvfs) -> Int? {
        guard system.f_blocks > 0 else { return nil }
        let (bytes, overflow) = system.f_bavail.multipliedReportingOverflow(by: system.f_frsize)
        return overflow ? .max : Int(clamping: bytes)
    }
}
