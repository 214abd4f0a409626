import ArgumentParser

/// The options of evaluations with labelled recordings.
struct LabelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The recordings with their labels.", valueName: "file.jsonl"))
    var labels: String

    @Option(help: "The number of recordings to process; default: all.")
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): give at least 1") }
    }
}
