import ArgumentParser
import SaybusStage

/// The `saybus-tap` program.
@main
struct TapMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-tap",
        abstract: "Shows, measures, records and replays the messages on a Saybus bus.",
        // The help of the program includes the help of its default subcommand.
        discussion: String(EchoCommand.helpMessage(columns: 76).trimmingPrefix("OVERVIEW: ")),
        version: ProjectVersion.current,
        subcommands: [
            EchoCommand.self, ShadowCommand.self,
            TraceCommand.self, RatesCommand.self, LatencyCommand.self, TopCommand.self, GapsCommand.self,
            GraphCommand.self,
            RecordCommand.self, SessionsCommand.self, ExportCommand.self, ReplayCommand.self, DiffCommand.self,
            InjectCommand.self,
        ],
        defaultSubcommand: EchoCommand.self)
}
