import Foundation

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }
}
