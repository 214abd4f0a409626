import Foundation
import SaybusMessages
import SaybusSound

/// The folders whose sound files may be played: those for anybody, and those for one who sends sequences.
public struct SoundFolders: Sendable, Equatable {
    /// One of them.
    public struct Entry: Sendable, Equatable {
        /// The instance whose own it is; nil for one that is nobody's.
        public var owner: String?
        /// Where it is.
        public var path: String

        /// A folder.
        public init(owner: String? = nil, path: String) { (self.owner, self.path) = (owner, path) }

        /// Reads `FOLDER` or `INSTANCE=FOLDER`; what has a slash before the equals sign is a folder.
        public init(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, Source(role: "dispatch", instance: parts[0]) != nil {
                self.init(owner: parts[0], path: parts[1])
            } else {
                self.init(path: text)
            }
        }
    }

    /// In the order in which files are looked for.
    public var entries: [Entry]

    /// These folders.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The path of a sound file: in the sender's own folders, else in the first of the others that has it.
    /// - Throws: ``SynthesisError`` when there are no folders, `SoundError` for a name that leads out of them. A file that none has is given as it
    ///   would be in the first one.
    func path(of name: String, from sender: Source?) throws -> String {
        let own = entries.filter { $0.owner != nil && $0.owner == sender?.instance }
        let paths = try (own + entries.filter { !own.contains($0) }).map { try SoundFolder($0.path).path(of: name) }
        guard let first = paths.first else {
            throw SynthesisError(
                .outOfRange,
                "Sound files are not played here; start saybus-audio with --sounds FOLDER to allow those in it.")
        }
        return paths.first { FileManager.default.fileExists(atPath: $0) } ?? first
    }
}
