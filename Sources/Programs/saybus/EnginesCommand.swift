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
        abstract: "Lists what can recognize speech here, and how to install what cannot.",
        discussion: """
            Example: saybus engines --address tcp://localhost:10300

            Exit codes: 0 listed, 64 bad usage.
            """)

    @Option(help: ArgumentHelp("Ask this Wyoming server what it offers.", valueName: "url"))
    var address: String?

    @Flag(help: "Write JSON.")
    var json = false

    func run() async throws {
        try await reportingFailure("saybus engines") {
            let server = try address.map { text throws(StageFailure) in
                guard let server = SocketAddress(text) else {
                    throw StageFailure(.usage, "--address \(text): give tcp://host:port or unix:///path")
                }
                return server
            }
            let listing = EngineListing(RecognitionEngine.allCases.map { $0.availability(address: server) })
            TextOutput.standardOutput.line(json ? try listing.json() : listing.page(TextOutput.standardOutput.style))
        }
    }
}
