import ArgumentParser
import SaybusStage

/// The options common to all live commands.
public struct LiveOptions: ParsableArguments, Sendable {
    /// Whether to print JSON, for programs.
    @Flag(help: "Print JSON, one object a line.")
    public var json = false

    /// Seconds after which to end.
    @Option(help: ArgumentHelp("Exit after this many seconds.", valueName: "seconds"))
    public var duration: Double?

    /// The use of colour.
    @Option(help: "Whether to colour the lines; default: on a terminal, unless NO_COLOR is set.")
    public var color: ColorChoice = .auto

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the ranges of options, which the argument parser does not check.
    public func validate() throws { _ = try Seconds.checked(duration, of: "--duration") }

    /// The time to run once the broker has answered; nil runs until a signal.
    var time: Duration? { duration.map(Seconds.duration) }
}

/// The options of the commands that print figures periodically.
public struct RefreshOptions: ParsableArguments, Sendable {
    /// Seconds between two refreshes.
    @Option(help: ArgumentHelp("Print the figures at this interval, in seconds.", valueName: "seconds"))
    public var every: Double = 1

    /// Whether to print the figures once and end.
    @Flag(help: "Print the figures once, after that interval, and exit.")
    public var once = false

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the ranges of options, which the argument parser does not check.
    public func validate() throws { _ = try Seconds.checked(every, of: "--every") }

    /// Returns the refresh policy that the options describe; on a terminal the output is redrawn in place.
    func policy<View>() -> LiveProgram<View>.RefreshPolicy {
        let pause = Seconds.duration(every)
        return once ? .once(after: pause) : .every(pause, isFullScreen: true)
    }
}

/// Numbers of seconds on the command line.
enum Seconds {
    /// The accepted range: 50 ms to a year.
    private static let range = 0.05...31_536_000.0

    static func checked(_ seconds: Double?, of option: String) throws -> Double? {
        guard let seconds else { return nil }
        guard range.contains(seconds) else {
            throw ValidationError("\(option) takes a number of seconds from 0.05 to 31536000, not \(seconds).")
        }
        return seconds
    }

    static func duration(_ seconds: Double) -> Duration { .milliseconds(Int64(seconds * 1000)) }
}
