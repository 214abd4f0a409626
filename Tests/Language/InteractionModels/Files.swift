import Foundation
import SaybusTesting

/// A folder of files for a test, which goes when the test ends.
final class Files {
    /// The folder.
    let path: String

    /// A folder with files by their names; names may have folders.
    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "saybus-models-\(UUID().uuidString)"
        for (name, text) in files { try write(Data(text.utf8), to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file.
    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
        return url.path
    }

    /// The path of a file.
    subscript(name: String) -> String { path + "/" + name }

    /// A folder of data beside the project, which not everybody has; nil when it is not there.
    static func shared(_ name: String) -> String? {
        let root = PackageFolder.containing().deletingLastPathComponent()
        for base in [root.path, root.deletingLastPathComponent().path, "/work"] {
            let path = base + "/shared/data/" + name
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        return nil
    }
}
