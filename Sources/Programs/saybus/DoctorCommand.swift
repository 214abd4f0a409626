import ArgumentParser
import SaybusBus
import SaybusOperations
import SaybusStage

/// The `saybus doctor` command.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examines whether everything is there that a pipeline needs, and says what to do about what is not.",
        discussion: """
            ✓ there   ! not there, but the rest works without   ✗ missing

            Example: saybus doctor

            Exit codes: 0 nothing essential is missing, 64 bad usage, 69 something is.
            """)

    @Flag(help: "Write JSON.")
    var json = false

    @Option(help: ArgumentHelp("Where the bus is: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @OptionGroup var keys: KeyOptions

    func run() async throws {
        try await reportingFailure("saybus doctor") {
            try await Doctor(at: keys.address(bus)).run(isJSON: json)
        }
    }
}
