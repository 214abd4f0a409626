import Foundation
import Glibc
import SaybusSupport

/// A folder of temporary sounds that is removed with this object. The lock on it goes with the process, however that
/// ends: the folder of a killed one has no lock, and is removed when another one starts.
final class TemporarySoundFolder: Sendable {
    private static let prefix = "saybus-sounds-"
    private static let maximumAttempts = 3

    /// The folder's path.
    let path: String
    private let descriptor: Int32

    private init(_ path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    /// Makes a folder within another one.
    static func make(in parent: String) throws(SystemCallError) -> TemporarySoundFolder {
        var path = ""
        for _ in 0..<maximumAttempts {
            path = "\(parent)/\(prefix)\(UUID().uuidString)"
            try PrivateDirectory.create(path)
            // A program that starts at this moment may have removed the folder before it was locked.
            if let descriptor = lock(path) { return TemporarySoundFolder(path, descriptor) }
        }
        throw SystemCallError("lock the directory \(path)")
    }

    /// Whether the folder is still there: a program that cleans up may have removed it.
    var isPresent: Bool { Self.isPresent(path, descriptor) }

    /// Removes this user's folders within another one whose programs were killed.
    static func removeAbandoned(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            // The name of a folder of the user's own may begin alike.
            guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil, let descriptor = lock(path) else {
                continue
            }
            try? FileManager.default.removeItem(atPath: path)
            close(descriptor)
        }
    }

    /// Locks a folder of this user.
    /// - Returns: The descriptor; nil when another program has the folder, or there is none.
    private static func lock(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        let isOwn = fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
        if isOwn, flock(descriptor, LOCK_EX | LOCK_NB) == 0, isPresent(path, descriptor) { return descriptor }
        close(descriptor)
        return nil
    }

    private static func isPresent(_ path: String, _ descriptor: Int32) -> Bool {
        var (mine, present) = (stat(), stat())
        return fstat(descriptor, &mine) == 0 && lstat(path, &present) == 0 && mine.st_ino == present.st_ino
            && mine.st_dev == present.st_dev
    }
}
