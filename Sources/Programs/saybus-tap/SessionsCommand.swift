import ArgumentParser
import SaybusMessages
import SaybusStage
import SaybusTap

/// The `saybus-tap sessions` command.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Lists the recordings in a file, with their sessions and turns.",
        discussion: "Example: saybus-tap sessions evening.db\n\nExit codes: 64 bad usage, 66 the file is no recording.")

    @Argument(help: "A file that saybus-tap record has written.") var file: String
    @Option(help: ArgumentHelp("Only this session.", valueName: "name")) var session: String?
    @Flag(help: "Print one JSON object for each recording.") var json = false

    func validate() throws {
        if let session, Session(rawValue: session) == nil {
            throw ValidationError("--session takes a conversation's name, not \"\(session)\".")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            let session = session.flatMap(Session.init(rawValue:))
            try await SessionsProgram(path: file, session: session, isJSON: json).run()
        }
    }
}
