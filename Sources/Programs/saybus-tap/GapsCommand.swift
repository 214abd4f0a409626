import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap gaps` command.
struct GapsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gaps", abstract: "Shows lost messages: gaps in the sequence numbers of each source.",
        discussion: """
            Prints each loss when it is detected, and a summary by source and topic at the end. The broker's own numbers tell messages that were \
            lost before the broker from those that only this tap has missed.

            Example: saybus-tap gaps --duration 3600

            Exit codes: 1 messages were lost; 64 bad usage; 69 no broker.
            """)

    @OptionGroup var options: GapsOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
