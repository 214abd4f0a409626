import ArgumentParser

/// The options of ``EndpointerConfiguration``, in milliseconds, for the listening stage and for evaluations.
public struct EndpointingOptions: ParsableArguments, Sendable {
    /// A factor for all pauses: 2 waits twice as long before a turn ends.
    @Option(
        help: ArgumentHelp(
            "A factor on all pauses that end a turn, 0.5 to 4; more than 1 for slow speakers.", valueName: "factor"))
    public var pauseFactor = 1.0

    /// See ``EndpointerConfiguration/fallDelay``.
    @Option(
        help: ArgumentHelp(
            "The pause that ends a turn when the words so far may be a whole command or part of a longer one.",
            valueName: "ms"))
    public var pause = milliseconds(\.fallDelay)

    /// See ``EndpointerConfiguration/completeDelay``.
    @Option(
        help: ArgumentHelp(
            "The pause that ends a turn when the words so far are a whole command that no word can continue.",
            valueName: "ms"))
    public var pauseComplete = milliseconds(\.completeDelay)

    /// See ``EndpointerConfiguration/incompleteDelay``.
    @Option(help: ArgumentHelp("The pause that ends a turn in the middle of a command.", valueName: "ms"))
    public var pauseIncomplete = milliseconds(\.incompleteDelay)

    /// See ``EndpointerConfiguration/wordlessDelay``.
    @Option(
        help: ArgumentHelp(
            "In a loud room: the time without a new word after a whole command that ends its turn.",
            valueName: "ms"))
    public var pauseWordless = milliseconds(\.wordlessDelay)

    /// See ``EndpointerConfiguration/preRoll``.
    @Option(help: ArgumentHelp("The sound before the start of speech that is included in the turn.", valueName: "ms"))
    public var preRoll = milliseconds(\.preRoll)

    /// See ``EndpointerConfiguration/minimumSpeech``.
    @Option(help: ArgumentHelp("The duration of speech that begins a turn.", valueName: "ms"))
    public var minimumSpeech = milliseconds(\.minimumSpeech)

    /// See ``EndpointerConfiguration/minimumLength``.
    @Option(help: ArgumentHelp("The minimum duration of a turn.", valueName: "ms"))
    public var shortest = milliseconds(\.minimumLength)

    /// See ``EndpointerConfiguration/maximumLength``.
    @Option(help: ArgumentHelp("The maximum duration of a turn.", valueName: "ms"))
    public var longest = milliseconds(\.maximumLength)

    /// Creates the defaults.
    public init() {}

    /// Throws when an option is out of range.
    public func validate() throws {
        guard (0.5...4).contains(pauseFactor) else { throw ValidationError("--pause-factor takes 0.5 to 4.") }
        for (name, value, range) in [
            ("--pause", pause, 100...10_000), ("--pause-complete", pauseComplete, 100...10_000),
            ("--pause-incomplete", pauseIncomplete, 100...10_000), ("--pause-wordless", pauseWordless, 100...10_000),
            ("--pre-roll", preRoll, 0...2_000), ("--minimum-speech", minimumSpeech, 0...2_000),
            ("--shortest", shortest, 0...10_000), ("--longest", longest, 500...60_000),
        ] where !range.contains(value) {
            throw ValidationError("\(name) takes \(range.lowerBound) to \(range.upperBound) milliseconds.")
        }
    }

    /// The configuration from the options.
    public var configuration: EndpointerConfiguration {
        EndpointerConfiguration(
            fallDelay: .milliseconds(pause) * pauseFactor, completeDelay: .milliseconds(pauseComplete) * pauseFactor,
            incompleteDelay: .milliseconds(pauseIncomplete) * pauseFactor,
            wordlessDelay: .milliseconds(pauseWordless) * pauseFactor,
            preRoll: .milliseconds(preRoll), minimumSpeech: .milliseconds(minimumSpeech),
            minimumLength: .milliseconds(shortest), maximumLength: .milliseconds(longest))
    }

    private static func milliseconds(_ setting: KeyPath<EndpointerConfiguration, Duration>) -> Int {
        Int(EndpointerConfiguration()[keyPath: setting] / .milliseconds(1))
    }
}
