import ArgumentParser
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus swap` command.
struct SwapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap",
        abstract: "Replaces a stage by a program while the pipeline runs, until the program ends.",
        discussion: """
            The stage is on standby meanwhile, and takes over again when the program ends, even by a crash: no turn is \
            lost. It must have been started with --standby, as saybus up starts transcribe and intent. The program gets SAYBUS_BUS, and \
            SAYBUS_KEY and SAYBUS_SERVER_KEY on a bus with keys.

            Examples: saybus swap transcribe -- .build/python/bin/python deploy/python/transcriber.py turn on the lights
                      saybus swap transcribe -- saybus-transcribe --engine whisper
                      saybus swap intent -- .build/python/bin/python deploy/python/recognizer.py

            Ctrl-C ends the program. Exit codes: 0 after Ctrl-C, SIGTERM or the program's own end, 1 the program failed, 64 bad usage, \
            69 no broker, no stage of the role, or one without --standby.
            """)

    @Argument(help: "The role: \(PipelinePlan.swappable.sorted().listed(separator: " or ")).")
    var role: String

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"))
    var program: [String] = []

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard PipelinePlan.swappable.contains(Role(role)) else {
            let known = PipelinePlan.swappable.sorted().listed(separator: " or ")
            throw ValidationError(
                "A stage of the role \(known) can be swapped, not \"\(role)\". For another one: saybus up --without, or --standby."
            )
        }
        guard !program.isEmpty else { throw ValidationError("Name the program after --.") }
    }

    func run() async throws {
        try await reportingFailure("saybus swap") {
            var environment: [String: String] = [:]
            environment["SAYBUS_KEY"] = client.key
            environment["SAYBUS_SERVER_KEY"] = client.serverKey
            try await Swap(
                Role(role), program, at: client.address(), environment: environment, wait: client.waitDuration
            ).run()
        }
    }
}
