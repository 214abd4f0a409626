import ArgumentParser

/// The options of ``EndpointerConfiguration``, in milliseconds, for the listening stage and for evaluations.
public struct EndpointingOptions: ParsableArguments, Sendable {
    /// A factor for all pauses: 2 waits twice as long before a turn ends.
    @Option(
        help: ArgumentHelp(
            "For slow speakers: all pauses that end a turn are so many times as long, 0.5 to 4.", valueName: "factor"))
    public var pauseFactor = 1.0

    /// See ``EndpointerConfiguration/fallDelay``.
    @Option(
        help: ArgumentHelp("How long a pause ends a turn that may be over, or may go on.", valueName: "ms"))
    public var pause = milliseconds(\.fallDelay)

    /// See ``EndpointerConfiguration/completeDelay``.
    @Option(help: ArgumentHelp("How long a pause ends a whole command on which no word may follow.", valueName: "ms"))
    public var pauseComplete = milliseconds(\.completeDelay)

    /// See ``EndpointerConfiguration/incompleteDelay``.
    @Option(help: ArgumentHelp("How long a pause ends a turn in the middle of a command.", valueName: "ms"))
    public var pauseIncomplete = milliseconds(\.incompleteDelay)

    /// See ``EndpointerConfiguration/wordlessDelay``.
    @Option(
        help: ArgumentHelp(
            "How long no word follows on a whole command before its turn ends, though the room is loud.",
            valueName: "ms"))
    public var pauseWordless = milliseconds(\.wordlessDelay)

    /// See ``EndpointerConfiguration/preRoll``.
    @Option(help: ArgumentHelp("How much sound from before the speech belongs to the turn.", valueName: "ms"))
    public var preRoll = milliseconds(\.preRoll)

    /// See ``EndpointerConfiguration/minimumSpeech``.
    @Option(help: ArgumentHelp("How much speech opens a turn.", valueName: "ms"))
    public var minimumSpeech = milliseconds(\.minimumSpeech)

    /// See ``EndpointerConfiguration/minimumLength``.
    @Option(help: ArgumentHelp("The shortest turn.", valueName: "ms"))
    public var shortest = milliseconds(\.minimumLength)

    /// See ``EndpointerConfiguration/maximumLength``.
    @Option(help: ArgumentHelp("The longest turn.", valueName: "ms"))
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
