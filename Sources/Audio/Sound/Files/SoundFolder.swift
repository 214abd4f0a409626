import Foundation

/// A folder whose sound files may be played: what others name is looked for inside it, and nowhere else.
public struct SoundFolder: Sendable {
    private let root: String

    /// A folder by its path.
    public init(_ path: String) { root = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path }

    /// The path of a file in the folder, by its path inside it; whether it is there is not looked at.
    /// - Throws: ``SoundError`` with code ``SoundError/Code/missingFile`` for a name that leads out of the folder, by `..` or by a link.
    public func path(of name: String) throws(SoundError) -> String {
        let path = URL(fileURLWithPath: "\(root)/\(name)").resolvingSymlinksInPath().standardizedFileURL.path
        guard !name.isEmpty, !name.utf8.contains(0), path.hasPrefix(root == "/" ? root : root + "/") else {
            throw SoundError(.missingFile, "\"\(name.prefix(100))\" is no file in the folder of sounds.")
        }
        return path
    }
}
