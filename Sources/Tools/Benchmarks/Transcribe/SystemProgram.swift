import SaybusProcesses

/// A runner of the system's programs.
enum SystemProgram {
    /// Time that a program may take.
    private static let timeout = Duration.seconds(3600)

    /// Runs a program without its output, and blocks the thread meanwhile.
    /// - Returns: Its exit code.
    static func run(_ path: String, _ arguments: [String]) throws -> Int32 {
        let process = try SpawnedProcess(ProcessCommand(path, arguments))
        guard let termination = process.blockingTermination(before: .now + timeout) else {
            throw ProcessError(.timeout, "\(path) did not end within \(timeout)")
        }
        return termination.shellCode
    }
}
