import ArgumentParser
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus language` command.
struct LanguageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "language",
        abstract:
            "Prints the words for numbers, dates, times, yes and no, the filler words, and built-in sentences, as JSON.",
        discussion: """
            English is built in. Another language is a file of the same format. The parts of its numbers must be said from \
            large to small; numbers below 100 that are no sum of their words are listed.

            Examples: saybus language > de.json     then change the words
                      saybus language --check de.json     names what is absent or as in English
                      SAYBUS_LANGUAGE=de.json saybus up --app german.yaml

            Exit codes: 0, 66 when the file to check cannot be read, 78 when it, or the file of SAYBUS_LANGUAGE, is invalid.
            """)

    @Option(
        help: ArgumentHelp(
            "Name the parts of a file that are absent or as in English, and the numbers below 100 without words.",
            valueName: "file"))
    var check: String?

    func run() async throws {
        try await reportingFailure("saybus language") {
            if let check {
                let language = try Self.language(in: check)
                let parts = language.untranslated
                for part in parts { TextOutput.standardOutput.line("absent or as in English: \(part)") }
                let missing = language.missingNumbers.map { "\($0)" }
                if !missing.isEmpty {
                    let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
                    TextOutput.standardOutput.line("no words: \(missing.prefix(10).joined(separator: ", "))\(more)")
                }
                // Words may be the same in both languages: nobody can tell them from those that were left.
                return TextOutput.standardOutput.line(
                    "\(parts.count) section\(parts.count == 1 ? "" : "s") with parts that are absent or as in English")
            }
            try Language.checkChosen()
            TextOutput.standardOutput.line(try Language.chosen.get().text)
        }
    }

    /// Reads the file to check. Like every input that cannot be read, a missing one is no wrong configuration.
    private static func language(in file: String) throws -> Language {
        do throws(LanguageError) { return try Language(contentsOf: file) } catch {
            guard error.code == .unreadable else { throw error }
            throw StageFailure(.noInput, error.reason)
        }
    }
}
