import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap top` command.
struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Shows the stages with their rates, losses, queues and memory, continuously updated.",
        discussion: """
            queue: messages waiting to be processed; waiting: tracked messages waiting for an answer; beat: time since the last status.

            Example: saybus-tap top --once --json

            On a terminal the table is updated continuously; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: TopOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
