import ArgumentParser
import SaybusStage

/// The options of `saybus-tap record`.
public struct RecordOptions: ParsableArguments {
    /// The recording's file.
    @Argument(help: "The SQLite file to record into. An existing recording is extended.")
    public var file: String

    /// Whether to record messages without their audio.
    @Flag(
        help:
            "Do not record sound, only its times and sizes. Such turns cannot be replayed from their sound."
    )
    public var noAudio = false

    /// The maximum size of the file and its log.
    @Option(
        help: ArgumentHelp(
            "Stop before the file and its write-ahead log exceed this size, such as 200M.", valueName: "size"))
    public var maxBytes: ByteCount?

    /// Seconds after which to end.
    @Option(help: ArgumentHelp("Exit after this many seconds.", valueName: "seconds"))
    public var duration: Double?

    /// The conditions on headers; none records all messages.
    @OptionGroup public var choice: FilterOptions

    /// The option for metrics.
    @OptionGroup public var metrics: MetricsOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the ranges of options, which the argument parser does not check.
    public func validate() throws {
        if let duration, !(duration > 0 && duration <= 31_536_000) {
            throw ValidationError("--duration takes more than 0 and at most 31536000 seconds.")
        }
        if let maxBytes, maxBytes.bytes < 1 << 18 { throw ValidationError("--max-bytes takes 256k or more.") }
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    func filter() throws(TapError) -> TapFilter { try choice.filter(session: common.chosenSession) }

    /// Returns the program that the options describe.
    public func program() throws -> RecordProgram {
        var options = BusRecorder.Options()
        options.withAudio = !noAudio
        options.maximumBytes = maxBytes?.bytes
        options.filter = try filter()
        return RecordProgram(
            path: file, options: options, duration: duration.map { .milliseconds(Int($0 * 1000)) },
            metrics: metrics.metrics)
    }
}

extension ByteCount: ExpressibleByArgument {
    /// Parses the text of a command-line argument.
    public init?(argument: String) { self.init(argument) }
}
