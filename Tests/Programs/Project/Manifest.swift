import Foundation

/// The targets of a package, as `swift package dump-package` prints them.
struct Manifest: Decodable {
    /// A target, with its dependencies inside and outside the package.
    struct Target: Decodable {
        let name: String
        /// `regular`, `executable`, `system` or `test`.
        let type: String
        /// The folder, relative to the package; nil means SwiftPM's default place.
        let path: String?
        let dependencies: [Dependency]
    }

    /// One dependency of a target.
    struct Dependency: Decodable {
        /// The name of a target, or of a product of another package.
        let name: String

        private enum Key: String, CodingKey, CaseIterable { case target, product, byName }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            guard let key = Key.allCases.first(where: container.contains) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "an unknown sort of dependency"))
            }
            // The array holds the name, then for products the package, then the condition.
            var values = try container.nestedUnkeyedContainer(forKey: key)
            name = try values.decode(String.self)
        }

        init(name: String) { self.name = name }
    }

    let targets: [Target]

    /// The manifest of Saybus.
    ///
    /// SwiftPM gets a separate scratch folder, since a running `swift test` may have locked the one of the build.
    static let ofThisPackage = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saybus-manifest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "manifest.json")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", Project.folder.path, "--scratch-path", folder.path, "dump-package",
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ManifestError(exitCode: process.terminationStatus) }
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: output))
    }
}

/// A manifest that SwiftPM could not read; its standard error says why.
struct ManifestError: Error {
    let exitCode: Int32
}
