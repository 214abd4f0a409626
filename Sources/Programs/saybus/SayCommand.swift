import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus say` command.
struct SayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Has the audio stage speak a text, and waits until it has been heard.",
        discussion: """
            Example: saybus say "Dinner is ready."

            Exit codes: 0 heard to its end, 1 not, 64 bad usage, 69 no broker or no audio stage.
            """)

    @Argument(help: "What to say.")
    var text: String

    @Option(help: ArgumentHelp("How many seconds it may take.", valueName: "seconds"))
    var timeout: Double = 120

    @Option(help: ArgumentHelp("The conversation to take part in, such as a room's name.", valueName: "name"))
    var session: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        _ = try saybus.session(named: session)
        _ = try duration(timeout, option: "--timeout")
    }

    func run() async throws {
        try await reportingFailure("saybus say") {
            try await Say(
                text, at: client.address(), session: saybus.session(named: session),
                timeout: duration(timeout, option: "--timeout"), wait: client.waitDuration
            ).run()
        }
    }
}
