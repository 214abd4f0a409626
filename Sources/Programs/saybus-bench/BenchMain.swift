import ArgumentParser
import Foundation
import SaybusBenchmarks
import SaybusBus
import SaybusStage

/// The `saybus-bench` program.
@main
struct BenchMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-bench",
        abstract: "Measures the speed of parts of Saybus, compared with the libraries below them.",
        discussion: """
            Every benchmark prints its figures beside their goals and exits with 1 when one is missed. Build in release mode first. On a \
            machine that is busy with other programs, speed is not judged, and the exit code is 75.
            SIGINT, SIGTERM and SIGHUP end a command with all programs that it has started, and with exit code 128 plus the signal.

            Example: saybus-bench bus
            """,
        version: ProjectVersion.current,
        subcommands: [
            BusCommand.self, ConversationCommand.self, SkillsCommand.self, IntentCommand.self, ListenCommand.self,
            EnhanceCommand.self, TranscribeCommand.self, AudioCommand.self, SwapCommand.self, ScaleCommand.self,
            ConsoleCommand.self, MetricsCommand.self, ChaosCommand.self, FuzzCommand.self, CompareCommand.self,
            RawProxyCommand.self,
            ChaosAppCommand.self, PeersCommand.self, PeerClientCommand.self,
        ])
}

/// The `saybus-bench bus` command.
struct BusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bus",
        abstract: "Measures latency and throughput of the bus, compared with libzmq and its own proxy.")

    @Option(help: "The number of messages for measuring the throughput.")
    var messages = 200_000

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1000...50_000_000).contains(messages) else {
            throw ValidationError("--messages takes 1000 to 50000000.")
        }
    }

    func run() async throws {
        try await output.measure { [messages] in try await BusBenchmark(messages: messages).run() }
    }
}

/// The `saybus-bench conversation` command.
struct ConversationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conversation",
        abstract:
            "Measures the time from a transcript to an app's answer over the bus, with 1, 100 and 1000 recognizers.")

    @Option(help: "The number of turns for each number of recognizers.")
    var turns = 300

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (10...1_000_000).contains(turns) else { throw ValidationError("--turns takes 10 to 1000000.") }
    }

    func run() async throws {
        try await output.measure { [turns] in try await ConversationBenchmark(turns: turns).run() }
    }
}

/// The proxy process for the raw figures of `saybus-bench bus`, which starts it.
struct RawProxyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "raw-proxy", shouldDisplay: false)

    @Argument var publish: String
    @Argument var subscribe: String
    @Argument var secretFile: String?

    func run() throws {
        let key = try secretFile.map { try KeyFile(path: $0) }
        if !runRawProxy(publish: publish, subscribe: subscribe, secretKey: key?.secretKey) { throw ExitCode(69) }
    }
}
