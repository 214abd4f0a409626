import ArgumentParser
import SaybusBenchmarks
import SaybusConversation
import SaybusStage

/// The `saybus-bench chaos` command.
struct ChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract:
            "Runs turns at a steady rate while it kills and freezes programs, loses backlogs, fills disks and sets clocks.",
        discussion: """
            Broker, intent stages and dispatchers with a standby each, apps in files, in Swift and as a skill, and an audio stage run as \
            processes and are started again at once when they end; with --sound a listener and a transcriber, too. Every turn must \
            end, none may be carried out twice, and no program may end by itself.

            The faults are kill, freeze (up to five seconds), backlog (the broker is killed while messages wait for a frozen \
            stage), disk (that of the dispatchers' journals is full; needs the right to mount) and clock (a program's wall clock \
            jumps by up to an hour).

            Examples: saybus-bench chaos --turns 500 --seed 7
                      saybus-bench chaos --hours 8 --every 1500 --sound
            """)

    @Option(help: "The number of turns by text.")
    var turns = 500

    @Option(help: ArgumentHelp("The duration in hours, in place of --turns.", valueName: "hours"))
    var hours: Double?

    @Option(help: "The seed of the order of faults.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The number of turns a second.", valueName: "turns"))
    var rate = 10

    @Option(help: ArgumentHelp("The interval between faults, in milliseconds.", valueName: "ms"))
    var every = 300

    @Option(
        parsing: .upToNextOption,
        help: "The kinds of faults: \(names); default: all. One named twice is twice as frequent.")
    var faults = ChaosFault.allCases

    @Flag(help: "Leave the broker alive.")
    var spareBroker = false

    @Flag(help: "Also run spoken turns.")
    var sound = false

    @OptionGroup var output: MeasureOptions

    private static let names = ChaosFault.allCases.listed()

    func validate() throws {
        guard (1...100_000_000).contains(turns) else { throw ValidationError("--turns takes 1 to 100000000.") }
        guard (1...1000).contains(rate) else { throw ValidationError("--rate takes 1 to 1000.") }
        guard (20...600_000).contains(every) else { throw ValidationError("--every takes 20 to 600000 milliseconds.") }
        if let hours, !(hours > 0 && hours <= 1000) {
            throw ValidationError("--hours takes more than 0, at most 1000.")
        }
        guard !faults.isEmpty else { throw ValidationError("--faults takes at least one of \(Self.names).") }
    }

    func run() async throws {
        var options = ChaosCampaign.Options()
        options.turns = hours.map { max(1, Int($0 * 3600 * Double(rate))) } ?? turns
        (options.seed, options.rate, options.pause) = (seed, rate, .milliseconds(every))
        (options.faults, options.sparesBroker, options.withSound) = (faults, spareBroker, sound)
        try await output.measure { [options] in
            try await ChaosCampaign(options).run { text in
                ProgressLine.current?.clear()
                StandardError.shared.write("\(text)\n")
            }
        }
    }
}

extension ChaosFault: ExpressibleByArgument {}

/// The app in Swift that `saybus-bench chaos` starts.
struct ChaosAppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: ChaosApp.name, shouldDisplay: false)

    @OptionGroup var program: ConversationProgram<ChaosApp>

    func run() async throws { try await program.run() }
}
