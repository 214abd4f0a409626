import ArgumentParser

/// The `saybus evaluate` command.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Measures how well a part of the pipeline does its work.",
        subcommands: [
            EvaluateSpeechCommand.self, EvaluateEndpointingCommand.self, EvaluateWakeCommand.self,
            EvaluateEchoCommand.self,
            EvaluateIntentCommand.self,
        ])
}
