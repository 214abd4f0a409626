import Foundation
import SaybusProcesses

/// A private folder of a test. It is removed when this object is released.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Makes a folder.
    /// - Parameter parent: The path of the folder in which it is made.
    public init(in parent: String = NSTemporaryDirectory()) throws {
        url = URL(filePath: parent).appending(path: "saybus-test-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The folder's path.
    public var path: String { url.path }

    /// Returns the path of a file in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file.
    /// - Returns: Its path.
    @discardableResult
    public func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    /// Writes a file.
    /// - Returns: Its path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
        let file = path(name)
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data(bytes), attributes: [.posixPermissions: mode])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file]) }
        return file
    }

    /// Writes a program for `/bin/sh`.
    ///
    /// A child process writes the file, because a file that any process has open for writing cannot be executed
    /// (ETXTBSY). If this process wrote it, a child that another test starts at that moment would inherit the open
    /// descriptor.
    /// - Returns: Its path.
    @discardableResult
    public func script(_ name: String, _ body: String) throws -> String {
        let text = try write(name + ".text", "#!/bin/sh\n\(body)\n", mode: 0o755)
        let copy = try SpawnedProcess(ProcessCommand("/bin/cp", ["--preserve=mode", "--", text, path(name)]))
        guard copy.blockingTermination(before: .now + .seconds(20)) == .exited(0) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path(name)])
        }
        return path(name)
    }
}
