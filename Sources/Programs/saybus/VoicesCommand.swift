import ArgumentParser
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// The `saybus voices` command.
struct VoicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices",
        abstract: "Lists the voices of espeak-ng, flite and Piper, and how to install the missing ones.",
        discussion: """
            A line has languages, gender, name, identifier, engine, quality (high, medium, low) and licence. saybus-audio --engine auto \
            --voice takes a name, an identifier or a language.

            Examples: saybus voices | grep ^en
                      saybus voices --json

            For the voices of a server: saybus-audio --engine wyoming --address URL --voices

            Exit codes: 0 success, 64 bad usage, 69 no saybus-audio, or no speech synthesizer.
            """)

    @Flag(help: "Print JSON: a list of voices.")
    var json = false

    func run() async throws {
        try await reportingFailure("saybus voices") {
            // saybus-audio is run instead of linked, so that this program starts and reports what is missing
            // on a machine without speech synthesis, too.
            let path = try ProgramFinder().find("saybus-audio")
            do throws(ProcessError) {
                try ProcessCommand(path, ["--engine", "auto", "--voices"] + (json ? ["--json"] : []))
                    .replaceThisProcess()
            } catch {
                throw StageFailure(.unavailable, "\(path) cannot be started: \(error.reason)")
            }
        }
    }
}
