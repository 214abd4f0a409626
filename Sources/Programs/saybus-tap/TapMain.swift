import ArgumentParser
import SaybusStage

/// The `saybus-tap` program.
@main
struct TapMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-tap",
        abstract: "Shows what passes on a Saybus bus: what was said, understood, done and heard, and what was lost.",
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
