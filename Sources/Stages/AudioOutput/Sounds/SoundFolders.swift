import Foundation
import SaybusMessages
import SaybusSound

/// The folders of playable sound files: shared ones, and those of single senders.
public struct SoundFolders: Sendable, Equatable {
    /// A folder, whose sounds everybody may play, or one program only.
    public struct Entry: Sendable, Equatable {
        /// The instance that owns the folder; nil for a shared one.
        var owner: String?
        /// The path, to which the names of sounds are relative.
        public var path: String

        /// Creates a folder.
        public init(owner: String? = nil, path: String) { (self.owner, self.path) = (owner, path) }

        /// Parses `FOLDER` or `INSTANCE=FOLDER`; a text with a slash before the equals sign is a folder.
        public init(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, Source(role: .dispatch, instance: parts[0]) != nil {
                self.init(owner: parts[0], path: parts[1])
            } else {
                self.init(path: text)
            }
        }
    }

    /// The folders in the order in which they are searched.
    var entries: [Entry]

    /// Creates a list of folders.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The paths of the folders that are not there now.
    var missing: [String] {
        entries.map(\.path).filter { path in
            var isFolder: ObjCBool = false
            return !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue
        }
    }

    /// Returns the path of a sound file: in the sender's own folders, else in the first other folder that has it. A
    /// file that does not exist gets its path in the first folder.
    /// - Throws: ``SynthesisError`` when there are no folders, `SoundError` for a name that leads out of them.
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
