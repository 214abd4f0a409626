import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap record` command.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records all messages into an SQLite file.",
        discussion: """
            The file can be read during recording and after a crash, by sessions, export, replay, diff and any SQLite tool. Recording never slows \
            a stage. Messages that the recorder had to drop, or that were lost on the bus, are recorded as gaps.

            Example: saybus-tap record evening.db --max-bytes 2G

            Ends on SIGTERM, SIGINT or SIGHUP with exit code 0. Exit codes: 64 bad usage, 66 the file is no recording, 69 no broker, 74 the file cannot \
            be written, for example because the disk is full.
            """)

    @OptionGroup var options: RecordOptions

    func run() async throws {
        try await reportingFailure("saybus-tap") { try await options.program().run(options.common) }
    }
}
