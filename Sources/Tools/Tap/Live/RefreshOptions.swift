import ArgumentParser

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
