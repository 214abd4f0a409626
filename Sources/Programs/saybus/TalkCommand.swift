import ArgumentParser
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus talk` command.
struct TalkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talk",
        abstract: "Holds a conversation in the terminal: type lines, or press the space bar and speak.",
        discussion: """
            A digit selects an option of an open question. Ctrl-D ends. When standard input is no terminal, each of its lines is an \
            utterance, an empty line opens the microphone, and a number selects an option.

            Examples: saybus talk
                      saybus talk --session kitchen

            Exit codes: 0 at the end of the input and after Ctrl-C, 64 bad usage, 69 no broker.
            """)

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func run() async throws {
        try await reportingFailure("saybus talk") {
            try await Talk(
                at: client.address(), session: conversation.parsed() ?? .default, wait: client.waitDuration
            ).run()
        }
    }
}
