import ArgumentParser
import SaybusConformance
import SaybusOperations
import SaybusStage

/// The `saybus conform` command.
struct ConformCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Puts a program in any language on trial as a stage: does it keep the wire's contract?",
        discussion: """
            The program gets a private bus in SAYBUS_BUS, is asked, sent garbage, told to stop, killed and started again. A dispatcher or \
            an app carries out its plainest command; a listener gets sound on standard input, 16-bit mono PCM of 16 kHz.

            Examples: saybus conform --role transcribe -- python3 transcriber.py next song
                      saybus conform --role intent -- saybus-intent
                      saybus conform --role listen -- saybus-listen --stdin
                      saybus conform --role app --check garbage --check drain -- ./my-app

            Exit codes: 0 all passed, 1 something failed, 64 bad usage, 66 no such program.
            """)

    @Option(help: "What the program claims to be.")
    var role: ConformanceRole

    @Option(
        name: .customLong("check"),
        help: ArgumentHelp("Only this check; may be given several times.", valueName: "check"))
    var checks: [ConformanceCheck] = []

    @Option(help: ArgumentHelp("How many seconds an answer may take.", valueName: "seconds"))
    var patience: Double = 8

    @Option(help: ArgumentHelp("How many seconds the program may take to be ready.", valueName: "seconds"))
    var startTime: Double = 20

    @Flag(help: "Write JSON.")
    var json = false

    @Argument(parsing: .postTerminator, help: "After --: the program and its arguments.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("Say which program to try, after --.") }
        _ = try duration(patience, option: "--patience")
        _ = try duration(startTime, option: "--start-time")
    }

    func run() async throws {
        try await reportingFailure("saybus conform") {
            var options = ConformanceOptions()
            options.answerTime = try duration(patience, option: "--patience")
            options.startTime = try duration(startTime, option: "--start-time")
            if !checks.isEmpty { options.checks = Set(checks) }
            guard try await Conform(role: role, command: command, options: options).run(isJSON: json) else {
                throw ExitCode(1)
            }
        }
    }
}

extension ConformanceRole: ExpressibleByArgument {}
extension ConformanceCheck: ExpressibleByArgument {}
