import ArgumentParser
import SaybusOperations
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus skill` command.
struct SkillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skill", abstract: "Tests skills and their interaction models.",
        subcommands: [Simulate.self, Talk.self, CheckModel.self, Script.self])

    /// The `saybus skill simulate` command.
    struct Simulate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "simulate",
            abstract: "Runs a dialog with a skill in the terminal, without a bus.",
            discussion: """
                Each line of standard input is an utterance; an empty line is silence. With a model alone, only the model's own dialogs run; with \
                an endpoint or a skill's description, the skill answers.

                Examples: saybus skill simulate deploy/examples/pizza-place/en-US.json
                          saybus skill simulate en-US.json --endpoint http://127.0.0.1:4001/ --envelopes
                          saybus skill simulate deploy/examples/pizza-place --script dialogs.yaml

                Exit codes: 0 success, 1 the skill did not answer, or a dialog differs from the script, 64 bad usage, \
                66 an unreadable file, 78 an invalid model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        @Option(help: ArgumentHelp("Send the requests to the skill at this address.", valueName: "url"))
        var endpoint: String?

        @Option(help: ArgumentHelp("Run the dialogs of this file, and compare the answers.", valueName: "file"))
        var script: String?

        @Flag(help: "Show every request and response.")
        var envelopes = false

        func run() async throws {
            try await reportingFailure("saybus skill simulate") {
                try Language.checkChosen()
                let dialog = try SkillDialog(model, endpoint: endpoint, showsEnvelopes: envelopes)
                guard let script else {
                    guard await dialog.run() else { throw ExitCode(1) }
                    return
                }
                guard try await dialog.run(script: script) else { throw ExitCode(1) }
            }
        }
    }

    /// The `saybus skill talk` command.
    struct Talk: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "talk",
            abstract:
                "Holds a conversation with a skill through a pipeline of its own, and shows its requests and answers.",
            discussion: """
                Each line is an utterance; with --mic an empty line opens the microphone. A number selects an option of an open question. The \
                requests to the skill (→) and its answers (←) are shown beside the conversation. Ctrl-D ends.

                Examples: saybus skill talk deploy/examples/pizza-place
                          saybus skill talk deploy/examples/pizza-place --mic
                          saybus skill talk en-US.json --endpoint http://127.0.0.1:4001/ --envelopes

                Exit codes: 0 at the end of the input, 64 bad usage, 66 an unreadable file, 69 a program is missing, 78 an invalid model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        @Option(help: ArgumentHelp("Send the requests to the skill at this address.", valueName: "url"))
        var endpoint: String?

        @Option(
            defaultAsFlag: "",
            help: ArgumentHelp(
                "Speak, too: the default microphone, or the one whose name contains this text.", valueName: "device"))
        var mic: String?

        @Option(
            help: ArgumentHelp(
                "The sound's destination, as for saybus-audio --sink; default: the loudspeaker with --mic, else null.",
                valueName: "sink"))
        var sink: String?

        @Option(
            help: ArgumentHelp("The speech synthesizer, as for saybus-audio --engine.", valueName: "engine"))
        var synthesizer: String?

        @Flag(help: "Show whole requests and responses.")
        var envelopes = false

        func run() async throws {
            try await reportingFailure("saybus skill talk") {
                try Language.checkChosen()
                var options = SkillTalk.Options()
                (options.endpoint, options.microphone, options.sink) = (endpoint, mic, sink)
                options.synthesizer = synthesizer.map { ["--engine", $0] } ?? []
                options.showsJSON = envelopes
                try await SkillTalk(model, options: options).run { await StandardInput.nextLine() }
            }
        }
    }

    /// The `saybus skill script` command.
    struct Script: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "script", abstract: "Writes a script of dialogs from a model.",
            subcommands: [WriteScript.self], defaultSubcommand: WriteScript.self)
    }

    /// The `saybus skill script new` command.
    struct WriteScript: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Writes a script of dialogs from a model, with the present answers of the skill.",
            discussion: """
                The script has a dialog for each intent. `saybus skill simulate --script` runs it, and reports which intents and slots it covers.

                Example: saybus skill script new deploy/examples/pizza-place/en-US.json > dialogs.yaml

                Exit codes: 0 success, 64 bad usage, 66 an unreadable file, 69 the skill does not answer, 78 an invalid model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        func run() async throws {
            try await reportingFailure("saybus skill script") {
                try Language.checkChosen()
                try await SkillScriptWriter(model).run()
            }
        }
    }

    /// The `saybus skill check` command.
    struct CheckModel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Checks an interaction model: what Saybus uses, what it ignores, and which utterances conflict.",
            discussion: """
                Example: saybus skill check deploy/examples/pizza-place/en-US.json

                Exit codes: 0 a valid model, 64 bad usage, 66 an unreadable file, 78 an invalid model.
                """)

        @Argument(help: "An interaction model (.json), a skill's description (.yaml), or a folder with a skill.yaml.")
        var model: String

        @Flag(help: "Print JSON: a list of findings.")
        var json = false

        func run() async throws {
            try await reportingFailure("saybus skill check") {
                try Language.checkChosen()
                try SkillModelCheck(model, isJSON: json).run()
            }
        }
    }
}
