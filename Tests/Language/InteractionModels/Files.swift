import Foundation
import SaybusTesting

/// A temporary folder of files, which is removed at the end of the test.
final class Files {
    /// The path of the folder.
    let path: String

    /// Creates a folder with files, by their names. A name may contain folders.
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

    /// Returns the path of a file.
    subscript(name: String) -> String { path + "/" + name }

    /// Returns a folder of test data beside the project; nil when it is not there.
    static func shared(_ name: String) -> String? {
        let root = PackageFolder.containing().deletingLastPathComponent()
        for base in [root.path, root.deletingLastPathComponent().path, "/work"] {
            let path = base + "/shared/data/" + name
            if FileManager.default.fileExists(atPath: path) { return path }
        }
        return nil
    }
}
