import Foundation
import Testing

/// A folder of the test's own, gone afterwards.
final class Folder: Sendable {
    let path: String

    /// A folder in another, or where temporary ones belong.
    init(in parent: String = NSTemporaryDirectory()) throws {
        path = URL(fileURLWithPath: parent).appending(path: "saybus-ops-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file.
    @discardableResult
    func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        try #require(
            FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
        return file
    }

    /// Writes a program for the shell.
    ///
    /// Another process writes it: a file that this one has just had open for writing cannot be run (ETXTBSY) as long as a child that
    /// another test starts at this moment has it open, too.
    @discardableResult
    func script(_ name: String, _ body: String) throws -> String {
        let text = try write(name + ".text", "#!/bin/sh\n\(body)\n", mode: 0o755)
        let copy = try Process.run(
            URL(fileURLWithPath: "/bin/cp"), arguments: ["--preserve=mode", "--", text, "\(path)/\(name)"])
        copy.waitUntilExit()
        try #require(copy.terminationStatus == 0)
        return "\(path)/\(name)"
    }
}
