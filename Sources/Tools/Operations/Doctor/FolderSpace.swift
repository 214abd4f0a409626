import Foundation
import SaybusSupport

/// The room in a folder for what programs keep there.
enum FolderSpace {
    /// The fewest free bytes: 16 MiB, some journals and memories of apps.
    static let minimum = 16 << 20

    /// A reason why programs cannot keep anything in a folder.
    struct Problem {
        /// The reason, with the folder.
        let text: String
        /// The remedies besides another folder.
        let remedy: String
    }

    /// Returns why programs cannot keep anything in a folder; nil when they can.
    /// - Parameters:
    ///   - path: The folder, which exists.
    ///   - least: The fewest free bytes.
    static func problem(in path: String, least: Int = Self.minimum) -> Problem? {
        guard access(path, W_OK | X_OK) == 0 else {
            return Problem(
                text: "\(path) cannot be written: \(String(cString: strerror(errno)))",
                remedy: "make it a folder that this user may write")
        }
        guard let free = DiskSpace.free(at: path), free < least else { return nil }
        return Problem(text: "\(path): its disk is full, only \(free >> 10) KiB are left", remedy: "make room")
    }
}
