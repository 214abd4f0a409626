import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus say` command.
struct SayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Makes the audio stage speak a text, and waits until it has been played.",
        discussion: """
            Example: saybus say "Dinner is ready."

            Ctrl-C stops the speech.

            Exit codes: 0 played to the end, 1 not, 64 bad usage, 69 no broker or no audio stage.
            """)

    @Argument(help: "The text, with or without quotation marks.")
    var text: [String]

    @Option(help: ArgumentHelp("The timeout in seconds.", valueName: "seconds"))
    var timeout: Double = 120

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func validate() throws {
        _ = try duration(timeout, option: "--timeout")
    }

    func run() async throws {
        try await reportingFailure("saybus say") {
            try await Say(
                text.joined(separator: " "), at: client.address(), session: conversation.parsed(),
                timeout: duration(timeout, option: "--timeout"), wait: client.waitDuration
            ).run()
        }
    }
}
