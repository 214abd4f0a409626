import Foundation

/// A folder of sound files that may be played. Names from messages are resolved inside it only.
public struct SoundFolder: Sendable {
    private let root: String

    /// Creates a folder from its path.
    public init(_ path: String) { root = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path }

    /// Returns the path of a file by its name relative to the folder. The file need not exist.
    /// - Throws: ``SoundError`` with code ``SoundError/Code/missingFile`` for a name that leads out of the folder,
    ///   by `..` or by a symbolic link.
    public func path(of name: String) throws(SoundError) -> String {
        let path = URL(fileURLWithPath: "\(root)/\(name)").resolvingSymlinksInPath().standardizedFileURL.path
        guard !name.isEmpty, !name.utf8.contains(0), path.hasPrefix(root == "/" ? root : root + "/") else {
            throw SoundError(.missingFile, "\"\(name.prefix(100))\" is no file in the folder of sounds.")
        }
        return path
    }
}
