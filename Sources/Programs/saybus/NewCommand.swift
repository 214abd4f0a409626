import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus new` command.
struct NewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes a small project that runs, with its test, into a new folder.",
        discussion: """
            Examples: saybus new app lamp               an app in YAML
                      saybus new app dice --python      a remote app; also --swift
                      saybus new stage parser           an intent recognizer in Python; also --swift
                      saybus new skill greeter          an Alexa skill in Python; also --swift
                      saybus new app dice --swift --saybus ~/saybus

            Exit codes: 0, 1 the folder exists, 64 bad usage, 74 the folder cannot be written.
            """)

    @Argument(help: "What to make: app, stage or skill.")
    var kind: NewProject.Kind

    @Argument(help: "The name of the project and of its folder.")
    var name: String

    @Flag(help: "The language.")
    var language: NewProject.Language?

    @Option(
        help: ArgumentHelp(
            "Saybus's source, on which Swift and Python projects depend: its folder or the URL of its repository; default: the one from which this program was built.",
            valueName: "source"))
    var saybus: String?

    func run() async throws {
        try await reportingFailure("saybus new") {
            try NewProject(kind, language, name: name, saybus: saybus).write()
        }
    }
}

extension NewProject.Kind: ExpressibleByArgument {}
extension NewProject.Language: EnumerableFlag {}
