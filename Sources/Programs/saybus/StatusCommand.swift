import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus status` command.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the stages on a bus, with their states and counters.",
        discussion: """
            A lost or failed stage is shown for ten minutes, or until an instance of the same name starts; a stopped stage is not shown.

            Examples: saybus status
                      saybus status --watch
                      saybus status --json
                      saybus status --require listen,transcribe --wait 30

            Exit codes: 0 the broker answers, and all required stages are ready; 64 bad usage, 69 no broker, or a required stage is \
            not ready.
            """)

    @Flag(help: "Print JSON; with --watch, one line for each change.")
    var json = false

    @Flag(help: "Update the output until Ctrl-C.")
    var watch = false

    @Flag(help: "Also show stages that were lost or failed more than ten minutes ago.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "The roles of which a stage must be ready, or the instances, which may be on standby: separated by commas, for probes. --wait gives them time.",
            valueName: "role[/instance],…"))
    var require: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        if let require, require.split(separator: ",").isEmpty {
            throw ValidationError("--require names no role: an empty list would always be there.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus status") {
            try await Status(
                at: client.address(), wait: client.waitDuration, isJSON: json, watches: watch, showsAll: all,
                required: require?.split(separator: ",").map(String.init) ?? []
            ).run()
        }
    }
}
