import ArgumentParser
import SaybusBus
import SaybusOperations
import SaybusStage

/// The `saybus doctor` command.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Checks the libraries, models and programs that a pipeline needs, and says how to install what is missing.",
        discussion: """
            ✓ found   ! missing, but optional   ✗ missing, and required

            Example: saybus doctor

            Exit codes: 0 all that is required was found, 64 bad usage, 69 something required is missing.
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Option(help: ArgumentHelp("The address of the bus: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @OptionGroup var keys: KeyOptions

    func run() async throws {
        try await reportingFailure("saybus doctor") {
            try await Doctor(at: keys.address(bus)).run(isJSON: json)
        }
    }
}
