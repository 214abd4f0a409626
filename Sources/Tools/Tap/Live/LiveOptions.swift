import ArgumentParser

/// The options common to all live commands, beside those of all programs on the bus.
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

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the ranges of options, which the argument parser does not check.
    public func validate() throws { _ = try Seconds.checked(duration, of: "--duration") }

    /// The time to run once the broker has answered; nil runs until a signal.
    var time: Duration? { duration.map(Seconds.duration) }
}
