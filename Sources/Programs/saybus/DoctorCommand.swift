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

            Examples: saybus doctor
                      saybus doctor --mic          records three seconds, plays them back, and judges the microphone

            Exit codes: 0 all that is needed was found, 1 something needed is missing, such as a stage that saybus up keeps \
            running, or the microphone has a fault, 64 bad usage, 69 there is no microphone.
            """)

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Record three seconds, play them back, and judge the microphone: the default one, or the one whose name contains this text.",
            valueName: "device"))
    var mic: String?

    @Option(help: ArgumentHelp("The address of the bus: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @Option(help: .key) var key: String?

    @Option(help: .serverKey) var serverKey: String?

    func run() async throws {
        try await reportingFailure("saybus doctor") {
            if let mic { return try await MicrophoneCheck(microphone: mic.isEmpty ? nil : mic).run(isJSON: json) }
            let address = try BusAddress.chosen(bus).with(key: key, serverKey: serverKey)
            try await Doctor(at: address).run(isJSON: json)
        }
    }
}
