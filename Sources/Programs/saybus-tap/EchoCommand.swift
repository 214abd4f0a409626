import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap echo` command.
struct EchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo", abstract: "Prints each message on a line.",
        usage: "saybus-tap [echo] <options>",
        discussion: """
            A line has the time, the time since the turn's first message, the turn, the session unless it is "default", the source, the \
            kind, and a summary of the message. A message must match all filters given.

            Example: saybus-tap --kind 'speech.*' --match timer

            Ends on SIGTERM, SIGINT or a closed output with exit code 0. Exit codes: 64 bad usage, 69 no broker, 74 the output cannot be written.
            """)

    @OptionGroup var options: EchoOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.run() }
    }
}
