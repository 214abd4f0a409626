import ArgumentParser

/// `saybus evaluate`
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Tells how good a recognizer is, on labelled data of yours.",
        subcommands: [EvaluateSpeechCommand.self])
}
