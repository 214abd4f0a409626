import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus status` command.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the stages of a bus: how they are, and what they have counted.",
        discussion: """
            A stage that is lost or has failed is shown for ten minutes, or until one of its name comes; one that was stopped, not at all.

            Examples: saybus status
                      saybus status --watch
                      saybus status --json

            Exit codes: 0 the broker answers, 64 bad usage, 69 it does not.
            """)

    @Flag(help: "Write JSON; with --watch a line for each change.")
    var json = false

    @Flag(help: "Go on looking until Ctrl-C.")
    var watch = false

    @Flag(help: "Show also who was lost or has failed longer than ten minutes ago.")
    var all = false

    @OptionGroup var client: ClientOptions

    func run() async throws {
        try await reportingFailure("saybus status") {
            try await Status(
                at: client.address(), wait: client.waitDuration, isJSON: json, watches: watch, showsAll: all
            ).run()
        }
    }
}
