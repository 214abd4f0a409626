import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap replay` command.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replays recorded inputs through the running stages.",
        discussion: """
            Waits until the required stages are ready, publishes the recorded inputs in new turns, and prints a line for each turn that ends. \
            Commands are executed and sounds are played as for a live speaker; start the stages on a separate bus to avoid that. --wait is \
            how long to wait for the broker and the stages.

            Example: saybus-tap replay evening.db --speed 0 --record today.db && saybus-tap diff evening.db today.db

            Exit codes: 1 a turn did not end in time, 64 bad usage, 66 the file is no recording, 69 no broker or stage, 74 the new recording \
            cannot be written.
            """)

    @OptionGroup var options: ReplayOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run(options.common) }
    }
}
