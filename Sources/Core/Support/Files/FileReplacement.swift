import Foundation

/// The writing of a file whose path a user has chosen.
public enum FileReplacement {
    /// The reason why a file was not written.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The reason, such as `the folder /models does not exist`.
        public let description: String
    }

    /// Writes a file whole or not at all. A link is followed, and what is no regular file, such as a device or a pipe,
    /// is written to and not replaced.
    /// - Throws: ``Failure``.
    public static func write(_ data: Data, to path: String) throws(Failure) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let type = attributes?[.type] as? FileAttributeType
        let folder = url.deletingLastPathComponent().path
        guard type != .typeDirectory else { throw Failure(description: "it is a folder") }
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure(description: "the folder \(folder) does not exist")
        }
        do {
            if type == nil || type == .typeRegular {
                try data.write(to: url, options: .atomic)
            } else {
                let handle = try FileHandle(forWritingTo: url)
                defer { try? handle.close() }
                try handle.write(contentsOf: data)
            }
        } catch {
            throw Failure(description: error.plainReason)
        }
    }
}
