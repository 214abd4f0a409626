import ArgumentParser
import SaybusOperations
import SaybusPhrases
import SaybusStage

/// The `saybus skill` command.
struct SkillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skill", abstract: "Tries skills and their interaction models.",
        subcommands: [Simulate.self, CheckModel.self])

    /// The `saybus skill simulate` command.
    struct Simulate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "simulate",
            abstract: "A dialog with a skill in the terminal, without a bus.",
            discussion: """
                Each line of standard input is said to the skill, an empty one is silence. Of a model alone the dialogs are led; with an endpoint, or \
                a skill's description, the skill answers.

                Examples: saybus skill simulate deploy/examples/pizza-place/en-US.json
                          saybus skill simulate en-US.json --endpoint http://127.0.0.1:4001/ --envelopes
                          saybus skill simulate deploy/examples/pizza-place --script dialogs.yaml

                Exit codes: 0 done, 1 a script's dialog went another way, 64 bad usage, 66 an unreadable file, 78 a wrong model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        @Option(help: ArgumentHelp("Ask the skill at this address.", valueName: "url"))
        var endpoint: String?

        @Option(help: ArgumentHelp("Speak the dialogs of this file, and compare.", valueName: "file"))
        var script: String?

        @Flag(help: "Show every request and response.")
        var envelopes = false

        func run() async throws {
            try await reportingFailure("saybus skill simulate") {
                try Language.checkChosen()
                let dialog = try SkillDialog(model, endpoint: endpoint, showsEnvelopes: envelopes)
                guard let script else { return await dialog.run() }
                guard try await dialog.run(script: script) else { throw ExitCode(1) }
            }
        }
    }

    /// The `saybus skill check` command.
    struct CheckModel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Looks an interaction model through: what is used, what is not, what is in each other's way.",
            discussion: """
                Example: saybus skill check deploy/examples/pizza-place/en-US.json

                Exit codes: 0 it is a model, 64 bad usage, 66 an unreadable file, 78 it is no model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        @Flag(help: "Write JSON: a list of findings.")
        var json = false

        func run() async throws {
            try await reportingFailure("saybus skill check") {
                try Language.checkChosen()
                try SkillModelCheck(model, isJSON: json).run()
            }
        }
    }
}
