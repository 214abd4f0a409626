import Foundation
import SaybusProcesses

/// The command line that starts the stage under test.
struct StageCommand: Sendable {
    /// The program, as a path or a name in `PATH`, and its arguments.
    let words: [String]
    /// Environment variables for the program, in addition to those of this process and of the run.
    let environment: [String: String]

    /// Starts the program with an open standard input.
    func start(_ more: [String] = [], environment variables: [String: String]) throws(ConformanceError)
        -> ObservedProcess
    {
        guard let program = words.first else { throw ConformanceError(.noProgram, "there is no command to try") }
        do {
            return try ObservedProcess(
                ProcessCommand(
                    program, Array(words.dropFirst()) + more,
                    addingToEnvironment: environment.merging(variables) { _, new in new }),
                takesInput: true)
        } catch {
            throw ConformanceError(
                error.code == .notFound ? .noProgram : .notStarted, "cannot start \(program): \(error.reason)")
        }
    }
}
