import ArgumentParser
import SaybusStage

/// The options that all live commands have.
public struct LiveOptions: ParsableArguments, Sendable {
    /// Whether programs read.
    @Flag(help: "JSON, one object a line.")
    public var json = false

    /// How long.
    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "seconds"))
    public var duration: Double?

    /// When to colour.
    @Option(help: "When to colour the lines; by itself only on a terminal, and not with NO_COLOR.")
    public var color: ColorChoice = .auto

    /// What all programs on the bus have.
    @OptionGroup public var common: BusOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws { _ = try Seconds.checked(duration, of: "--duration") }

    /// How long, once the broker has answered; nil: until told to end.
    var time: Duration? { duration.map(Seconds.duration) }
}

/// The options of the commands that show figures again and again.
public struct RefreshOptions: ParsableArguments, Sendable {
    /// How often.
    @Option(help: ArgumentHelp("Show the figures every so many seconds.", valueName: "seconds"))
    public var every: Double = 1

    /// Whether one time is enough.
    @Flag(help: "Show the figures once, after that time, and end.")
    public var once = false

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws { _ = try Seconds.checked(every, of: "--every") }

    /// A program's beat: on a terminal a picture that is drawn again.
    func policy<View>() -> LiveProgram<View>.RefreshPolicy {
        let pause = Seconds.duration(every)
        return once ? .once(after: pause) : .every(pause, isFullScreen: true)
    }
}

/// Times on the command line.
enum Seconds {
    /// What a timer can take, and a person can wait for.
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
