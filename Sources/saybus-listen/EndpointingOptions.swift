import ArgumentParser
import Listening

/// When a turn ends, in milliseconds.
struct EndpointingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long a pause ends a turn of which no recognizer says how far it is.", valueName: "ms"))
    var pause = 700

    @Option(help: ArgumentHelp("How long a pause ends a turn that is a whole command.", valueName: "ms"))
    var pauseComplete = 500

    @Option(help: ArgumentHelp("How long a pause ends a turn in the middle of a command.", valueName: "ms"))
    var pauseIncomplete = 2_000

    @Option(help: ArgumentHelp("The shortest turn.", valueName: "ms"))
    var shortest = 0

    @Option(help: ArgumentHelp("The longest turn.", valueName: "ms"))
    var longest = 10_000

    func validate() throws {
        for (name, value) in [
            ("--pause", pause), ("--pause-complete", pauseComplete), ("--pause-incomplete", pauseIncomplete),
        ] where !(100...10_000).contains(value) {
            throw ValidationError("\(name) takes 100 to 10000 milliseconds.")
        }
        guard (0...10_000).contains(shortest) else { throw ValidationError("--shortest takes 0 to 10000 milliseconds.") }
        guard (500...60_000).contains(longest) else {
            throw ValidationError("--longest takes 500 to 60000 milliseconds.")
        }
    }

    func apply(to configuration: inout EndpointerConfiguration) {
        configuration.fallDelay = .milliseconds(pause)
        configuration.completeDelay = .milliseconds(pauseComplete)
        configuration.incompleteDelay = .milliseconds(pauseIncomplete)
        configuration.minimumLength = .milliseconds(shortest)
        configuration.maximumLength = .milliseconds(longest)
    }
}
