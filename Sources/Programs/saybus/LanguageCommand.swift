import ArgumentParser
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus language` command.
struct LanguageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "language",
        abstract: "Prints how numbers, dates and times are said, and which words mean nothing.",
        discussion: """
            English is built in. Another language, which says numbers from large to small, is a file of the same shape:

            Examples: saybus language > de.json     then change the words
                      SAYBUS_LANGUAGE=de.json saybus up --app german.yaml

            Exit codes: 0, 78 when the file of SAYBUS_LANGUAGE is wrong.
            """)

    func run() async throws {
        try await reportingFailure("saybus language") {
            try Language.checkChosen()
            TextOutput.standardOutput.line(try Language.chosen.get().text)
        }
    }
}
