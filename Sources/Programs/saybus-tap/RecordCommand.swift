import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap record` command.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records what passes into an SQLite file.",
        discussion: """
            The file can be read while it grows, and after a kill: sessions, export, replay, diff, and any SQLite tool read it. A recorder never \
            slows a stage; what it had to leave out, and what was lost on the bus, is recorded as gaps.

            Example: saybus-tap record evening.db --max-bytes 2G

            Ends on SIGTERM or SIGINT with exit code 0. Exit codes: 64 bad usage, 66 the file is no recording, 69 no broker, 74 the file cannot \
            be written, for example because the disk is full.
            """)

    @OptionGroup var options: RecordOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run(options.common) }
    }
}
