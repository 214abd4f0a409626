import ArgumentParser
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

            Exit codes: 0 nothing but durations differs, 1 something else does, 64 bad usage, 66 a file is no recording, or neither has a turn.
            """)

    @Argument(help: "The earlier recording.") var old: String
    @Argument(help: "The later recording.") var new: String
    @OptionGroup var choice: SessionOption
    @Flag(help: "Print one JSON object with all turns.") var json = false

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            try await DiffProgram(old: old, new: new, session: choice.session, isJSON: json).run()
        }
    }
}
