import Foundation
import SaybusTesting

/// The paths of the project and of the Python interpreter.
enum TestEnvironment {
    static let project = PackageFolder.containing().path

    static let python: String = {
        if let chosen = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] { return chosen }
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return paths.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            ?? "/usr/bin/python3"
    }()

    static let hasZeroMQ: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", "import zmq"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
