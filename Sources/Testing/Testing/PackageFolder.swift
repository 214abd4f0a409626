import Foundation

/// The folder of the package that a source file belongs to.
public enum PackageFolder {
    /// Returns the nearest folder above a source file that holds a `Package.swift`; the file's own folder when there
    /// is none.
    public static func containing(_ file: String = #filePath) -> URL {
        let folder = URL(filePath: file).deletingLastPathComponent()
        var candidate = folder
        while candidate.pathComponents.count > 1 {
            let manifest = candidate.appending(path: "Package.swift").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: manifest) { return candidate }
            candidate.deleteLastPathComponent()
        }
        return folder
    }
}
