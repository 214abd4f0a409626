import ArgumentParser
import SaybusOperations
import SaybusStage

/// The `saybus` program.
@main
struct SaybusMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus",
        abstract: "Starts, asks and examines a Saybus voice pipeline.",
        discussion: """
            Examples:
            saybus doctor                 is everything there?
            saybus up --mic               a pipeline with the example app
            saybus ask "what time is it"  text instead of speech
            saybus say "Dinner is ready." speech, now
            saybus voices                 who can speak
            saybus engines                what can recognize speech
            saybus status --watch         who is on the bus
            saybus schema catalog         the shape of a message
            saybus language               how English says numbers and times, to make another language of it
            saybus check app.yaml         what is wrong with an app's file
            saybus skill simulate MODEL   a dialog with a skill in the terminal
            saybus keys new hall          a key for a bus over the network
            saybus conform --role intent -- COMMAND  does a stage keep the contract?
            saybus evaluate intent --train FILE      how well are intents understood?
            saybus evaluate speech --app FILE --labels FILE  how well is speech understood?

            Exit codes: 0 done, 1 it did not work, 64 bad usage, 66 an unreadable file, 69 no broker, no stage, no device or no program, \
            78 a wrong configuration.
            """,
        version: ProjectVersion.current,
        subcommands: [
            UpCommand.self, AskCommand.self, SayCommand.self, VoicesCommand.self, EnginesCommand.self,
            StatusCommand.self, DoctorCommand.self, SchemaCommand.self, LanguageCommand.self, CheckCommand.self,
            KeysCommand.self, ConformCommand.self, EvaluateCommand.self, SkillCommand.self,
            LaunchCommand.self,
        ])
}
