import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap inject` command.
struct InjectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inject", abstract: "Publishes one message, checked against its kind's schema, and prints its id.",
        discussion: """
            Example: saybus-tap inject speech.transcript '{"text":"next song","confidence":1,"engine":"text"}' --turn new --answer 5

            Exit codes: 1 no answer, 64 bad usage, 65 the body does not match its kind's schema, 66 an unreadable file, 69 no broker.
            """)

    @OptionGroup var options: InjectOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run(options.common) }
    }
}
