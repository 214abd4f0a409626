import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap replay` command.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Plays recorded inputs through the stages that run now.",
        discussion: """
            Waits until the stages that are needed are ready, then publishes the recorded inputs in turns of their own, and prints a line for each \
            turn that has ended. Commands and sounds come of it as they would for a speaker: start the stages on a bus of their own if they shall \
            not. --wait is how long to wait for the broker and the stages.

            Example: saybus-tap replay evening.db --speed 0 --record today.db && saybus-tap diff evening.db today.db

            Exit codes: 1 a turn has not ended in time, 64 bad usage, 66 the file is no recording, 69 no broker or stage, 74 the new recording \
            cannot be written.
            """)

    @OptionGroup var options: ReplayOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run(options.common) }
    }
}
