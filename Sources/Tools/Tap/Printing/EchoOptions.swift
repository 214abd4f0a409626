import ArgumentParser
import SaybusStage

/// The options of `saybus-tap echo`.
public struct EchoOptions: ParsableArguments {
    /// The conditions on headers.
    @OptionGroup public var choice: FilterOptions

    /// The conditions on text.
    @OptionGroup public var words: WordOptions

    /// Whether to print JSON, for programs.
    @Flag(help: "Print JSON, one object a line: topic, header, body, stamp; or malformed, lost, leftOut.")
    public var json = false

    /// Whether to print the frames as they are on the wire.
    @Flag(help: "Print the raw frames, binary ones as a hexadecimal dump.")
    public var raw = false

    /// Whether to print every audio chunk.
    @Flag(help: "Print every chunk of sound, not only the first and last of a turn; with --json, the bytes in base64.")
    public var audio = false

    /// Whether to print every heartbeat status.
    @Flag(help: "Print every status of every stage, not only changes.")
    public var status = false

    /// The number of messages after which to end.
    @Option(help: ArgumentHelp("Exit after this many messages.", valueName: "number"))
    public var count: Int?

    /// Seconds after which to end.
    @Option(help: ArgumentHelp("Exit after this many seconds.", valueName: "seconds"))
    public var duration: Double?

    /// The use of colour.
    @Option(help: "Whether to colour the lines; auto: on a terminal, unless NO_COLOR is set.")
    public var color: ColorChoice = .auto

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the combinations and ranges of options, which the argument parser does not check.
    public func validate() throws {
        guard count ?? 1 >= 1 else { throw ValidationError("--count takes a number from 1 on, not \(count ?? 0).") }
        guard !(raw && json) else { throw ValidationError("Either --raw or --json, not both.") }
        _ = try Seconds.checked(duration, of: "--duration")
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    /// Returns the filter that the options describe.
    public func filter() throws(TapError) -> TapFilter {
        try choice.filter(session: common.chosenSession, match: words.match, regex: words.regex)
    }

    /// Prints the messages on the bus until the count, the duration or a signal ends it.
    public func run() async throws {
        let time = duration.map(Seconds.duration)
        if raw {
            let program = RawProgram(filter: try filter(), isWhole: audio, count: count ?? .max, color: color)
            return try await program.run(common, duration: time)
        }
        try await program().run(common, duration: time)
    }

    private func program() throws(TapError) -> EchoProgram {
        // With --json, every chunk is printed: a program can skip chunks, but a person cannot read fifty lines a
        // second.
        let printer = MessagePrinter(filter: try filter(), everyStatus: status, everyChunk: audio || json)
        return EchoProgram(
            printer: printer, json: json ? JSONFormat(withAudio: audio) : nil, count: count ?? .max, color: color)
    }
}

extension ColorChoice: ExpressibleByArgument {}
