import Foundation
import SaybusTesting

/// The files of the project.
enum Project {
    /// The folder of `Package.swift`.
    static let folder = PackageFolder.containing()

    /// Returns the text of a file whose path is relative to the project's folder.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// Returns whether a file or folder exists at a path relative to the project's folder.
    static func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: path).path)
    }

    /// Returns the names of the folders in a folder, sorted.
    static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: path), includingPropertiesForKeys: [.isDirectoryKey]
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).sorted()
    }

    /// Returns the files below a folder whose names have this ending, as sorted paths relative to the project's folder.
    /// Build products are left out.
    static func files(in path: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: path).path)
            .filter { $0.hasSuffix(ending) && !$0.split(separator: "/").contains(".build") }.map { "\(path)/\($0)" }
            .sorted()
    }
}
