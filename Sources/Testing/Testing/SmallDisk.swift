import Foundation
import Glibc

/// A small file system in memory, which only the superuser may make; it goes when nobody holds it any more.
public final class SmallDisk: Sendable {
    /// Its folder.
    public let path: String

    /// Whether one can be made here.
    public static let isPossible: Bool = (try? SmallDisk()) != nil

    /// Makes one; throws when we may not.
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
