import ArgumentParser
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus commands` command.
struct CommandsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "Lists what can be said now: the commands of all apps on a bus.",
        discussion: """
            While an app asks a question in the session, its answers are listed as well. Any program can make the \
            same list from the retained messages of kind catalog.

            Examples: saybus commands
                      saybus commands --session hall --json

            Exit codes: 0 the broker answers, 64 bad usage, 69 no broker.
            """)

    @Flag(help: "Print JSON: a list of objects with app, type, summary, example and patterns.")
    var json = false

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func run() async throws {
        try await reportingFailure("saybus commands") {
            try await CommandListing(
                at: client.address(), session: conversation.parsed() ?? .default, wait: client.waitDuration,
                isJSON: json
            ).run()
        }
    }
}
