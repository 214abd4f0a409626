import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap gaps` command.
struct GapsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gaps", abstract: "Shows lost messages: holes in the numbers of what each source publishes.",
        discussion: """
            Each loss when it is found, and all by source and topic at the end. The broker numbers what it passes on: that tells what was lost \
            before it from what only this tap has missed.

            Example: saybus-tap gaps --duration 3600

            Exit codes: 1 messages were lost; 64 bad usage; 69 no broker.
            """)

    @OptionGroup var options: GapsOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
