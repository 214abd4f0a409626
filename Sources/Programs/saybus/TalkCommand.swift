import ArgumentParser
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus talk` command.
struct TalkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talk",
        abstract: "Holds a conversation in the terminal: lines are said, the space bar opens the microphone.",
        discussion: """
            A digit chooses an option of the question that is open. Ctrl-D ends. When standard input is no terminal, each of its lines is \
            said, an empty one opens the microphone, and a number chooses.

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
