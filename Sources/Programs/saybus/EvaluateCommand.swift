import ArgumentParser

/// The `saybus evaluate` command.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Measures the accuracy of a part of the pipeline.",
        subcommands: [
            EvaluateSpeechCommand.self, EvaluateEndpointingCommand.self, EvaluateWakeCommand.self,
            EvaluateEchoCommand.self,
            EvaluateIntentCommand.self,
        ])
}
