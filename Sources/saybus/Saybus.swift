import ArgumentParser
import Operations

/// `saybus`
@main
struct Saybus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus",
        abstract: "Starts, asks and examines a Saybus voice pipeline.",
        discussion: """
            Examples: saybus doctor                      is everything there that a pipeline needs?
                      saybus up --mic                    a whole pipeline with the example app
                      saybus up --wav order.flac --sink wav:answer.wav
                      saybus ask "what time is it"       a text instead of speech, and what became of it
                      saybus say "Dinner is ready."      speech by the audio stage
                      saybus status --watch              who is on the bus, and how they are
                      saybus schema speech.transcript    the shape of a message

            Exit codes: 0 done, 1 it did not work, 64 bad usage, 66 an unreadable file, 69 no broker, no stage, no device or no program, \
            78 a wrong configuration.
            """,
        version: ProjectVersion.current,
        subcommands: [
            UpCommand.self, AskCommand.self, SayCommand.self, StatusCommand.self, DoctorCommand.self, SchemaCommand.self,
            LaunchCommand.self,
        ])
}
