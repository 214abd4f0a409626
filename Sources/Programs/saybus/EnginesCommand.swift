import ArgumentParser
import SaybusExternalEngines
import SaybusOperations
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// The `saybus engines` command.
struct EnginesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engines",
        abstract:
            "Lists the speech recognizers and the methods of wake word detection, and how to install the missing ones.",
        discussion: """
            Example: saybus engines --address tcp://localhost:10300

            Exit codes: 0 success, 64 bad usage.
            """)

    @Option(help: ArgumentHelp("Also list the models and wake words of this Wyoming server.", valueName: "url"))
    var address: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailure("saybus engines") {
            let server = try address.map { text throws(StageFailure) in
                guard let server = SocketAddress(text) else {
                    throw StageFailure(.usage, "--address \(text): give tcp://host:port or unix:///path")
                }
                return server
            }
            let listing = EngineListing(
                RecognitionEngine.allCases.map { $0.availability(address: server) }
                    + WakeEngineAvailability.all(address: server))
            let output = TextOutput.standardOutput
            output.line(json ? try listing.json() : listing.page(output.style, width: output.columns))
        }
    }
}
