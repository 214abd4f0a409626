import ArgumentParser
import SaybusOperations
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus check` command.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks app files: prints each error with its place and what was expected.",
        discussion: """
            Errors keep an app from running. Warnings are about patterns that can never match, patterns that another command or another \
            file takes precedence over, definitions that nothing uses, and languages and voices that no engine on this machine knows.

            Examples: saybus check deploy/examples/kitchen.yaml
                      saybus check *.yaml --json
                      saybus check --schema > saybus-app.schema.json   for editors

            Exit codes: 0 no errors, 64 bad usage, 66 a file cannot be read, 78 errors in a file, or in that of SAYBUS_LANGUAGE.
            """)

    @Argument(help: ArgumentHelp("The app files.", valueName: "file"))
    var files: [String] = []

    @Flag(help: "Print JSON: a list of findings.")
    var json = false

    @Flag(help: "Print the JSON Schema of app files instead.")
    var schema = false

    func validate() throws {
        if schema != files.isEmpty { throw ValidationError("Give files to check, or --schema.") }
    }

    func run() async throws {
        try await reportingFailure("saybus check") {
            if schema { return TextOutput.standardOutput.line(Check.schema) }
            try Language.checkChosen()
            if let code = try await Check(files, isJSON: json).run() { throw ExitCode(code.rawValue) }
        }
    }
}
