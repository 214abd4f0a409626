import ArgumentParser
import SaybusMessages
import SaybusStage
import SaybusTap

/// The `saybus-tap diff` command.
struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compares two recordings turn by turn.",
        discussion: """
            Compares transcripts, intents, commands, outcomes and durations. A replayed turn is compared with the turn that it replays; any other \
            turn with the one at the same position in its session.

            Example: saybus-tap diff evening.db today.db

            Exit codes: 0 nothing but durations differs, 1 something else does, 64 bad usage, 66 a file is no recording.
            """)

    @Argument(help: "The earlier recording.") var old: String
    @Argument(help: "The later recording.") var new: String
    @Option(help: ArgumentHelp("Only this session.", valueName: "name")) var session: String?
    @Flag(help: "Print one JSON object with all turns.") var json = false

    func validate() throws {
        if let session, Session(rawValue: session) == nil {
            throw ValidationError("--session takes a conversation's name, not \"\(session)\".")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            let session = session.flatMap(Session.init(rawValue:))
            try await DiffProgram(old: old, new: new, session: session, isJSON: json).run()
        }
    }
}
