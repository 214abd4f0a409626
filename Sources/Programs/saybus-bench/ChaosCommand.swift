import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench chaos` command.
struct ChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract: "Sends text turns at a steady rate while random stages are killed.",
        discussion: """
            Broker, intent, dispatch and audio run as processes and are started again at once when they end. Every turn must end, and none may \
            be carried out twice.

            Example: saybus-bench chaos --turns 500 --seed 7
            """)

    @Option(help: "The number of turns.")
    var turns = 500

    @Option(help: "The seed that determines which stages are killed, and when.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The number of turns a second.", valueName: "turns"))
    var rate = 10

    @Option(help: ArgumentHelp("The interval between kills, in milliseconds.", valueName: "ms"))
    var every = 300

    @Flag(help: "Do not kill the broker.")
    var spareBroker = false

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(turns) else { throw ValidationError("--turns takes 1 to 100000.") }
        guard (1...1000).contains(rate) else { throw ValidationError("--rate takes 1 to 1000.") }
        guard (20...600_000).contains(every) else { throw ValidationError("--every takes 20 to 600000 milliseconds.") }
    }

    func run() async throws {
        let campaign = ChaosCampaign(
            turns: turns, seed: seed, rate: rate, pause: .milliseconds(every), killsBroker: !spareBroker)
        try report(await campaign.run(), json: json)
    }
}
