import Foundation
import Glibc
import SaybusSupport

/// The directories in which models are looked for: that of the user, then those of the system.
///
/// A model `NAME` is in the folder `NAME` of one of them.
public struct ModelStore: Sendable {
    /// The environment variable that names the only directory to use.
    static let variable = "SAYBUS_MODELS"

    /// The directories, in the order of the search; models are fetched into the first one.
    public let directories: [String]
    /// The known models.
    public let manifest: ModelManifest

    /// A model of the manifest whose folder has all of its files, in their sizes.
    public struct Installed: Sendable, Equatable {
        /// The entry of the manifest.
        public let entry: ModelEntry
        /// The folder with its files.
        public let folder: String
        /// The file that programs open.
        public var main: String { "\(folder)/\(entry.files.last?.path ?? "")" }
    }

    /// Creates a store.
    /// - Parameters:
    ///   - directory: The only directory; nil takes those of ``standardDirectories(_:)``.
    ///   - manifest: The models that can be fetched.
    public init(directory: String? = nil, manifest: ModelManifest = .bundled) {
        directories = directory.map { [$0] } ?? Self.standardDirectories()
        self.manifest = manifest
    }

    /// Returns the directory of ``variable``; else `saybus/models` in `XDG_DATA_HOME` (default `~/.local/share`), in
    /// `/usr/local/share` and in `/usr/share`.
    static func standardDirectories(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        if let directory = environment[variable], !directory.isEmpty { return [directory] }
        return [
            "\(UserDirectory.data.saybus(environment))/models", "/usr/local/share/saybus/models",
            "/usr/share/saybus/models",
        ]
    }

    /// Returns an installed model, all of whose files are there in their sizes; nil when there is none.
    public func installed(_ entry: ModelEntry) -> Installed? {
        directories.lazy.map { Installed(entry: entry, folder: "\($0)/\(entry.name)") }
            .first { model in entry.files.allSatisfy { Self.size(of: "\(model.folder)/\($0.path)") == $0.size } }
    }

    /// Returns the installed model of a name; nil when the name is unknown or the model is not installed.
    public func installed(_ name: String) -> Installed? {
        manifest.models.first { $0.name == name }.flatMap { installed($0) }
    }

    /// The installed models, in the order of the manifest.
    public var installed: [Installed] { manifest.models.compactMap { installed($0) } }

    /// Returns what is wrong with a model that is installed in part, as a sentence; nil when it is whole, and when none
    /// of its files is there.
    public func incompleteness(of entry: ModelEntry) -> String? {
        guard installed(entry) == nil else { return nil }
        for folder in directories.map({ "\($0)/\(entry.name)" }) {
            let sizes = entry.files.map { (file: $0, size: Self.size(of: "\(folder)/\($0.path)")) }
            guard sizes.contains(where: { $0.size != nil }), let wrong = sizes.first(where: { $0.size != $0.file.size })
            else { continue }
            let fault = wrong.size.map { "has \($0) bytes instead of \(wrong.file.size)" } ?? "is missing"
            return "\(folder)/\(wrong.file.path) \(fault): saybus models get \(entry.name)"
        }
        return nil
    }

    /// Returns what is wrong with the model of a name that is installed in part; nil also for an unknown name.
    public func incompleteness(of name: String) -> String? {
        manifest.models.first { $0.name == name }.flatMap { incompleteness(of: $0) }
    }

    /// The models that are installed in part, in the order of the manifest.
    public var incomplete: [ModelEntry] { manifest.models.filter { incompleteness(of: $0) != nil } }

    /// Returns the size of a file in bytes; nil when it is no readable file.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 else { return nil }
        return Int(status.st_size)
    }
}
