import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap sessions` command.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Lists the recordings in a file, with their sessions and turns.",
        discussion: "Example: saybus-tap sessions evening.db\n\nExit codes: 64 bad usage, 66 the file is no recording.")

    @Argument(help: "A file that saybus-tap record has written.") var file: String
    @OptionGroup var choice: SessionOption
    @Flag(help: "Print one JSON object for each recording.") var json = false

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            try await SessionsProgram(path: file, session: choice.session, isJSON: json).run()
        }
    }
}
