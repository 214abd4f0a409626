import Foundation

/// The Python interpreter that `deploy/install --python` installed, or the one on the path.
enum Python {
    /// Runs a program given as text, and returns its standard output and standard error together.
    static func run(_ program: String, _ arguments: String...) throws -> (code: Int32, output: String) {
        let output = FileManager.default.temporaryDirectory.appending(component: "saybus-python-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        // The output goes to a file, since a full pipe would block the program.
        let handle = try FileHandle(forWritingTo: output)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "python3"
        process.arguments = [python, "-B", "-c", program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}
