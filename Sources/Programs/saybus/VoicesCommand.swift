import ArgumentParser
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// `saybus voices`
struct VoicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices",
        abstract: "Lists the voices of espeak-ng: languages, gender, name, identifier.",
        discussion: """
            Example: saybus voices | grep ^en

            Those of a server: saybus-audio --engine wyoming --address URL --voices

            Exit codes: 0 listed, 64 bad usage, 69 no saybus-audio, or no speech synthesis.
            """)

    func run() async throws {
        try await reportingFailure("saybus voices") {
            // This program must start on a machine without speech synthesis too, to say what is missing there.
            let path = try ProgramFinder().find("saybus-audio")
            do throws(ProcessError) {
                try ProcessCommand(path, ["--voices"]).replaceThisProcess()
            } catch {
                throw StageFailure(.unavailable, "\(path) cannot be started: \(error.reason)")
            }
        }
    }
}
