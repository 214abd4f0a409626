import Foundation

/// The Python interpreter of the tests: that of `SAYBUS_PYTHON`, else the first one on the path.
public enum PythonInterpreter {
    /// The path of the interpreter.
    public static let path: String = {
        if let chosen = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] { return chosen }
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        return paths.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            ?? "/usr/bin/python3"
    }()

    /// Whether the interpreter has pyzmq.
    public static let hasZeroMQ = canImport("zmq")

    /// Returns whether the interpreter can import a module. Blocks until it has tried.
    public static func canImport(_ module: String) -> Bool {
        ProgramUnderTest.succeeds(path, ["-c", "import \(module)"])
    }
}
