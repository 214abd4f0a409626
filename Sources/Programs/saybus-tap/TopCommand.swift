import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap top` command.
struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Shows the stages and what they do, lose, queue and use, as it changes.",
        discussion: """
            queue: messages that wait to be taken; waiting: tracked messages that wait for an answer; beat: time since the last status.

            Example: saybus-tap top --once --json

            On a terminal the table follows; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: TopOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
