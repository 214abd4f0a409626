import SaybusProcesses

extension ProgramUnderTest {
    /// Runs a program of the system to its end, at most a minute, and blocks meanwhile. What it writes is dropped.
    /// - Returns: Whether it has ended with exit code 0.
    package static func succeeds(_ program: String, _ arguments: [String] = []) -> Bool {
        guard let process = try? SpawnedProcess(ProcessCommand(program, arguments)) else { return false }
        return process.blockingTermination(before: .now + .seconds(60)) == .exited(0)
    }
}
