import ArgumentParser
import SaybusBenchmarks
import SaybusFuzzing
import SaybusStage

/// The `saybus-bench fuzz` command.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Feeds malformed input to the decoders, or to all programs on a bus.",
        discussion: """
            Without --bus, decoders of untrusted input get mutations of valid inputs in this process: \
            \(FuzzTarget.allCases.listed()). deploy/fuzz does the same, guided by the code that \
            inputs reach.

            With --bus, broker, all stages, a tap and a recorder run as processes, and messages of all kinds are published, most \
            with one field changed. No program may end, and afterwards every session must answer.

            Examples: saybus-bench fuzz --inputs 1000000 --seed 7 policy app-file
                      saybus-bench fuzz --bus --inputs 100000 --also "python3 deploy/python/dice.py"
            """)

    @Argument(help: "The decoders; default: all.")
    var targets: [FuzzTarget] = FuzzTarget.allCases

    @Option(help: "The number of inputs for each decoder, or of messages on the bus.")
    var inputs = 100_000

    @Option(help: "The seed of the inputs.")
    var seed: UInt64 = 1

    @Flag(help: "Fuzz all programs on a bus of their own.")
    var bus = false

    @Option(help: ArgumentHelp("A further program for the bus; --bus is added. May be repeated.", valueName: "command"))
    var also: [String] = []

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1...1_000_000_000).contains(inputs) else { throw ValidationError("--inputs takes 1 to 1000000000.") }
        guard bus || also.isEmpty else { throw ValidationError("--also goes with --bus.") }
    }

    func run() async throws {
        if bus {
            let others = also.map { $0.split(separator: " ").map(String.init) }
            return try await output.measure { [inputs, seed] in
                let campaign = BusFuzzCampaign(frames: inputs, seed: seed, others: others)
                return try await campaign.run { StandardError.shared.write("\($0)\n") }
            }
        }
        try await output.measure { [targets, inputs, seed] in
            var figures: [Figure] = []
            for target in targets {
                let result = FuzzCampaign(target, seed: seed).run(inputs)
                for (violation, input) in result.violations.prefix(20) {
                    StandardError.shared.write(
                        "\(target.rawValue): \(violation): \(String(decoding: input, as: UTF8.self).debugDescription)\n"
                    )
                }
                figures += result.figures(of: target)
            }
            return figures
        }
    }
}

extension FuzzTarget: ExpressibleByArgument {}
