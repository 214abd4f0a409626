import ArgumentParser
import Foundation
import SaybusConformance
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// The `saybus conform` command.
struct ConformCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Tests whether a program, in any language, follows the protocol of a stage.",
        discussion: """
            The program runs on a private bus (SAYBUS_BUS). The test sends requests and invalid messages, and stops, kills and restarts it. \
            A dispatcher or an app executes its simplest command; a listener gets sound on standard input, 16-bit mono PCM at 16 kHz.

            Examples: saybus conform --role transcribe -- python3 transcriber.py next song
                      saybus conform --role intent -- saybus-intent
                      saybus conform --role listen -- saybus-listen --stdin
                      saybus conform --role app --check garbage --check drain -- ./my-app

            Exit codes: 0 all checks passed, 1 a check failed, 64 bad usage, 66 no such program.
            """)

    @Option(help: "The role of the program.")
    var role: ConformanceRole

    @Option(
        name: .customLong("check"),
        help: ArgumentHelp("Run only this check. Can be repeated.", valueName: "check"))
    var checks: [ConformanceCheck] = []

    @Option(help: ArgumentHelp("The timeout of an answer, in seconds.", valueName: "seconds"))
    var patience: Double = 8

    @Option(help: ArgumentHelp("The timeout for the program to become ready, in seconds.", valueName: "seconds"))
    var startTime: Double = 20

    @Flag(help: "Print JSON.")
    var json = false

    @Argument(parsing: .postTerminator, help: "After --: the program and its arguments.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("Give the program to test after --.") }
        _ = try duration(patience, option: "--patience")
        _ = try duration(startTime, option: "--start-time")
    }

    func run() async throws {
        try await reportingFailure("saybus conform") {
            var options = ConformanceOptions()
            options.answerTime = try duration(patience, option: "--patience")
            options.startTime = try duration(startTime, option: "--start-time")
            if !checks.isEmpty { options.checks = Set(checks) }
            // The programs under test lead process groups of their own, which Ctrl-C does not reach.
            let catching = await StopSignals.Catching { signal in
                SpawnedProcess.signalAll(SIGKILL)
                _exit(128 + signal)
            }
            defer { catching.end() }
            guard try await Conform(role: role, command: command, options: options).run(isJSON: json) else {
                throw ExitCode(1)
            }
        }
    }
}

extension ConformanceRole: ExpressibleByArgument {}
extension ConformanceCheck: ExpressibleByArgument {}
