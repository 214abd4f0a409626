import ArgumentParser
import SaybusOperations
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus check` command.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks apps' files through: what is wrong, where, and what was expected.",
        discussion: """
            Errors keep an app from running. Warnings tell what can never be said, what another command or another of the files wins over, and what \
            nothing uses.

            Examples: saybus check deploy/examples/kitchen.yaml
                      saybus check *.yaml --json
                      saybus check --schema > saybus-app.schema.json   for editors

            Exit codes: 0 no errors, 64 bad usage, 66 a file cannot be read, 78 errors in one, or in the file of SAYBUS_LANGUAGE.
            """)

    @Argument(help: ArgumentHelp("The files.", valueName: "file"))
    var files: [String] = []

    @Flag(help: "Write JSON: a list of findings.")
    var json = false

    @Flag(help: "Print the JSON Schema of an app's file instead.")
    var schema = false

    func validate() throws {
        if schema != files.isEmpty { throw ValidationError("Give files to check, or --schema.") }
    }

    func run() async throws {
        try await reportingFailure("saybus check") {
            if schema { return TextOutput.standardOutput.line(Check.schema) }
            try Language.checkChosen()
            if let code = try Check(files, isJSON: json).run() { throw ExitCode(code.rawValue) }
        }
    }
}
