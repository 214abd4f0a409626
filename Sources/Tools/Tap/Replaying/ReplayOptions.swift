import ArgumentParser
import SaybusMessages
import SaybusStage

/// The options of `saybus-tap replay`.
public struct ReplayOptions: ParsableArguments {
    /// The recording's file.
    @Argument(help: "A file that saybus-tap record has written.")
    public var file: String

    /// The stage in whose place the recording publishes.
    @Option(
        help: ArgumentHelp(
            "The stage whose messages are replayed: listen (sound), transcribe (transcripts) or intent (intents). The stages after it process them.",
            valueName: "stage"))
    public var from: ReplayStart = .listen

    /// The kinds to replay, without regard to stages; empty for those of ``from``.
    @Option(
        help: ArgumentHelp(
            "Replay messages of this kind only, as recorded, including commands and sounds, which are otherwise never replayed. Can be repeated.",
            valueName: "kind"))
    public var only: [String] = []

    /// The speed factor; 0 replays as fast as turns end.
    @Option(
        // A negative number is refused as one, and not as an option that follows.
        parsing: .unconditional,
        help: ArgumentHelp(
            "The speed: 1 as recorded, 2 twice as fast; 0 as fast as turns end, one at a time in each session.",
            valueName: "factor"))
    public var speed: Double = 1

    /// The number of one recording in the file.
    @Option(
        help: ArgumentHelp(
            "Only the recording with this number, as printed by saybus-tap sessions.", valueName: "number"))
    public var recording: Int64?

    /// A turn's id, or its last digits.
    @Option(help: ArgumentHelp("Only this turn: its id, or the last digits of it, at least 4.", valueName: "turn"))
    public var turn: String?

    /// The file for a recording of the replay.
    @Option(help: ArgumentHelp("Record the resulting messages into this file, for saybus-tap diff.", valueName: "file"))
    public var record: String?

    /// Seconds within which a turn must end after its input.
    @Option(
        help: ArgumentHelp("The time that a turn may take to end after its input, in seconds.", valueName: "seconds"))
    public var timeout: Double = 20

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the values and ranges of options, which the argument parser does not check.
    public func validate() throws {
        guard speed == 0 || (0.001...1000).contains(speed) else {
            throw ValidationError("--speed takes 0, or 0.001 to 1000.")
        }
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout takes more than 0 and at most 3600 seconds.")
        }
        for kind in only {
            let name: Kind
            do { name = try KindPattern.publishable(kind) } catch { throw ValidationError("--only: \(error)") }
            guard !ReplayPlan.neverReplayed.contains(name) else {
                throw ValidationError(
                    "\(kind) cannot be played again: only the stage itself can say it; start the stage.")
            }
        }
        do { _ = try TapFilter(turn: turn) } catch { throw ValidationError("\(error)") }
    }

    /// Returns the program that the options describe.
    public func program() throws -> ReplayProgram {
        let kinds = only.compactMap(Kind.init(rawValue:))
        return ReplayProgram(
            path: file, plan: ReplayPlan(start: from.start, only: kinds.isEmpty ? nil : Set(kinds)), speed: speed,
            recording: recording, filter: try TapFilter(session: common.chosenSession, turn: turn),
            turnTimeout: .milliseconds(Int(timeout * 1000)), output: record)
    }
}

/// The stage whose recorded messages are replayed.
public enum ReplayStart: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The listen stage: audio.
    case listen
    /// The transcribe stage: transcripts.
    case transcribe
    /// The intent stage: intents.
    case intent

    var start: ReplayPlan.Start {
        switch self {
        case .listen: .listen
        case .transcribe: .transcribe
        case .intent: .intent
        }
    }
}
