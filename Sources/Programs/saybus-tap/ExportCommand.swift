import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap export` command.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Exports a recording as lines of JSON, and its sound as WAV files.",
        discussion: """
            A line has the shape of echo --json, with received (Unix time in microseconds), recording, and fate unless it is "delivered".

            Example: saybus-tap export evening.db --turn abcd1234 --wav sounds

            Exit codes: 64 bad usage, 66 the file is no recording, 74 a file cannot be written.
            """)

    @OptionGroup var options: ExportOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run() }
    }
}
