import ArgumentParser
import SaybusOperations
import SaybusStage
import SaybusTerminal

/// The `saybus schema` command.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schemas of the messages.",
        discussion: """
            Examples: saybus schema                      all kinds, the header and the stamp in one object
                      saybus schema speech.transcript
                      saybus schema header

            Exit codes: 0, 64 for an unknown kind.
            """)

    @Argument(help: "A kind of message, header or stamp; default: all.")
    var kind: String?

    func run() async throws {
        try await reportingFailure("saybus schema") {
            TextOutput.standardOutput.line(try SchemaListing.text(kind))
        }
    }
}
