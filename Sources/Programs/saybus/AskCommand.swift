import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus ask` command.
struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Sends a text as if it had been spoken, and prints the intent, the command and the answer.",
        discussion: """
            Examples: saybus ask "set a timer for ten minutes"
                      saybus ask --json "what time is it"
                      saybus ask --repeat 200 "what time is it"

            Exit codes: 0 handled, 1 not understood or failed, 64 bad usage, 69 no broker, or no intent or dispatch stage.
            """)

    @Argument(help: "The text, with or without quotation marks.")
    var text: [String]

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: ArgumentHelp("The timeout of the turn, in seconds.", valueName: "seconds"))
    var timeout: Double = 20

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "Send the text this many times after one warm-up, and print the latency of the commands.",
            valueName: "count"))
    var repetitions: Int?

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func validate() throws {
        _ = try duration(timeout, option: "--timeout")
        if let repetitions, !(1...1_000_000).contains(repetitions) {
            throw ValidationError("--repeat takes 1 to 1000000.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus ask") {
            var options = Ask.Options()
            options.session = try conversation.parsed()
            options.timeout = try duration(timeout, option: "--timeout")
            options.wait = client.waitDuration
            options.isJSON = json
            options.repetitions = repetitions
            let ask = Ask(text.joined(separator: " "), at: try client.address(), options: options)
            guard try await ask.run() else { throw ExitCode(1) }
        }
    }
}
