import ArgumentParser
import Foundation
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus talk` command.
struct TalkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "talk",
        abstract: "Holds a conversation in the terminal: lines are said, an empty line opens the microphone.",
        discussion: """
            A number chooses an option of the question that is open. Ctrl-D ends.

            Examples: saybus talk
                      saybus talk --session kitchen

            Exit codes: 0 at the end of the input, 64 bad usage, 69 no broker.
            """)

    @OptionGroup var conversation: SessionOptions
    @OptionGroup var client: ClientOptions

    func run() async throws {
        try await reportingFailure("saybus talk") {
            try await Talk(
                at: client.address(), session: conversation.parsed() ?? .default, wait: client.waitDuration
            ).run {
                // Reading blocks, so it has a thread of its own.
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(returning: readLine()) }
                }
            }
        }
    }
}
