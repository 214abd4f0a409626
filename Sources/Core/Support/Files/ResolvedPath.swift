import Foundation

/// The one path of a file or directory that several paths lead to.
package enum ResolvedPath {
    /// Returns the path without symbolic links, dots and repeated slashes. The last part may not exist yet.
    package static func of(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let parent = existing(url.deletingLastPathComponent().path)
        return existing(path) ?? parent.map { "\($0)/\(url.lastPathComponent)" } ?? path
    }

    private static func existing(_ path: String) -> String? {
        realpath(path, nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
    }
}
