import Foundation
import Glibc

/// A small file system in memory, which only the superuser can make. It is unmounted when this object is released, and
/// freed when no process uses it any more.
public final class SmallDisk: Sendable {
    /// The folder at which it is mounted.
    public let path: String

    /// Whether such a file system can be made here.
    public static let isPossible: Bool = (try? SmallDisk()) != nil

    /// Makes a file system.
    /// - Throws: An error when this process lacks the privilege to mount one.
    public init(kilobytes: Int = 1024) throws {
        path = NSTemporaryDirectory() + "saybus-disk-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            try? FileManager.default.removeItem(atPath: path)
            throw POSIXError(.EPERM)
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(atPath: path)
    }
}
