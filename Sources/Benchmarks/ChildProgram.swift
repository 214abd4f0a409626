import Foundation

/// A program beside this one, running while the value lives.
final class ChildProgram {
    private let process = Process()

    init(_ name: String, _ arguments: [String]) throws {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = FileManager.default.fileExists(atPath: link.path) ? link : own
        process.executableURL = folder.deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
