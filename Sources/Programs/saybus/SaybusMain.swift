import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus` program.
@main
struct SaybusMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus",
        abstract: "Starts, queries and diagnoses a Saybus voice pipeline.",
        discussion: """
            Examples:
            saybus up --mic                starts a pipeline with the example app
            saybus doctor                  checks the installation
            saybus ask "what time is it"   sends a text instead of speech
            saybus talk                    holds a conversation in the terminal
            saybus listen                  opens the microphone for one turn
            saybus say "Dinner is ready."  speaks a text
            saybus status --watch          shows the stages on the bus
            saybus commands                lists what can be said now
            saybus new app lamp            writes a small project with its test
            saybus check app.yaml          checks an app file
            saybus skill simulate MODEL    runs a dialog with a skill
            saybus engines                 lists the speech recognizers
            saybus voices                  lists the voices
            saybus models                  lists models that can be fetched
            saybus config check FILE       checks a file for saybus up FILE
            saybus keys new hall           makes a key for a bus over the network
            saybus purge kitchen           removes what is stored about a conversation
            saybus swap intent -- PROGRAM  replaces a stage while the pipeline runs
            saybus conform --role intent -- PROGRAM  tests a stage against the protocol
            saybus help evaluate           measures speech, wake words and intents
            saybus schema catalog          prints the JSON Schema of a message
            saybus language                prints the words of a language, to translate

            Exit codes: 0 success, 1 failure, 64 bad usage, 65 bad data, 66 an unreadable file, 69 no broker, \
            no stage, no device or no program, 74 output that cannot be written, 78 an invalid configuration.
            """,
        version: ProjectVersion.current,
        subcommands: [
            UpCommand.self, SwapCommand.self, PurgeCommand.self, AskCommand.self, ListenCommand.self, TalkCommand.self,
            SayCommand.self, VoicesCommand.self,
            EnginesCommand.self,
            ModelsCommand.self, CommandsCommand.self,
            StatusCommand.self, DoctorCommand.self, SchemaCommand.self, LanguageCommand.self, CheckCommand.self,
            KeysCommand.self, NewCommand.self, ConformCommand.self, EvaluateCommand.self, WakeCommand.self,
            SkillCommand.self,
            LaunchCommand.self, ConfigCommand.self,
        ])
}
