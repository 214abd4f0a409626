import ArgumentParser
import SaybusStage

/// The options of `saybus-tap echo`.
public struct EchoOptions: ParsableArguments {
    /// Which messages.
    @OptionGroup public var choice: FilterOptions

    /// Which words in them.
    @OptionGroup public var words: WordOptions

    /// Whether programs read.
    @Flag(help: "One JSON object a line: topic, header, body, stamp; or malformed, lost, leftOut.")
    public var json = false

    /// Whether the wire is wanted.
    @Flag(help: "The frames as they are, binary ones as a hexadecimal dump.")
    public var raw = false

    /// Whether all sound is wanted.
    @Flag(help: "Every chunk of sound, not only the first and last of a turn; with --json the bytes, in base64.")
    public var audio = false

    /// Whether all beats are wanted.
    @Flag(help: "Every status of every stage, not only changes.")
    public var status = false

    /// How many messages.
    @Option(help: ArgumentHelp("End after so many messages.", valueName: "number"))
    public var count: Int?

    /// How long.
    @Option(help: ArgumentHelp("End after so many seconds.", valueName: "seconds"))
    public var duration: Double?

    /// When to colour.
    @Option(help: "When to colour the lines.")
    public var color: ColorChoice = .auto

    /// What all programs on the bus have.
    @OptionGroup public var common: BusOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard count ?? 1 >= 1 else { throw ValidationError("--count takes a number from 1 on, not \(count ?? 0).") }
        guard !(raw && json) else { throw ValidationError("Either --raw or --json, not both.") }
        _ = try Seconds.checked(duration, of: "--duration")
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    /// The filter that the options give.
    public func filter() throws(TapError) -> TapFilter {
        try choice.filter(session: common.chosenSession, match: words.match, regex: words.regex)
    }

    /// Shows what passes until told to end.
    public func run() async throws {
        let time = duration.map(Seconds.duration)
        if raw {
            let program = RawProgram(filter: try filter(), isWhole: audio, count: count ?? .max, color: color)
            return try await program.run(common, duration: time)
        }
        try await program().run(common, duration: time)
    }

    private func program() throws(TapError) -> EchoProgram {
        // Programs can count for themselves; people cannot read fifty lines a second.
        let printer = MessagePrinter(filter: try filter(), everyStatus: status, everyChunk: audio || json)
        return EchoProgram(
            printer: printer, json: json ? JSONFormat(withAudio: audio) : nil, count: count ?? .max, color: color)
    }
}

extension ColorChoice: ExpressibleByArgument {}
