import ArgumentParser
import SaybusMessages
import SaybusStage

/// The options of `saybus-tap replay`.
public struct ReplayOptions: ParsableArguments {
    /// What is played.
    @Argument(help: "The file that saybus-tap record has written.")
    public var file: String

    /// Where to begin.
    @Option(
        help: ArgumentHelp(
            "Whose messages are played: listen (the sound), transcribe (the transcripts) or intent (the intents). The stages after it do their work.",
            valueName: "stage"))
    public var from: ReplayStart = .listen

    /// Only these kinds.
    @Option(
        help: ArgumentHelp(
            "Play messages of this kind, as they were recorded, and no others: also commands and sounds, which are otherwise never played. Can be repeated.",
            valueName: "kind"))
    public var only: [String] = []

    /// How fast.
    @Option(
        help: ArgumentHelp(
            "1 plays as recorded, 2 twice as fast; 0 as fast as turns end, one at a time in each session.",
            valueName: "factor"))
    public var speed: Double = 1

    /// Which recording of the file.
    @Option(help: ArgumentHelp("Only this recording of the file, as sessions numbers them.", valueName: "number"))
    public var recording: Int64?

    /// The turn.
    @Option(help: ArgumentHelp("Only this turn: its id, or at least 4 digits of its end.", valueName: "turn"))
    public var turn: String?

    /// Where the new run goes.
    @Option(help: ArgumentHelp("Record what comes of it into this file, for saybus-tap diff.", valueName: "file"))
    public var record: String?

    /// How long a turn may take.
    @Option(help: ArgumentHelp("How many seconds after its input a turn may take to end.", valueName: "seconds"))
    public var timeout: Double = 20

    /// What all programs on the bus have.
    @OptionGroup public var common: BusOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard speed == 0 || (0.001...1000).contains(speed) else {
            throw ValidationError("--speed takes 0, or 0.001 to 1000.")
        }
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("--timeout takes more than 0 and at most 3600 seconds.")
        }
        for kind in only {
            do { _ = try KindPattern(kind) } catch { throw ValidationError("\(error)") }
            guard let name = Kind(rawValue: kind), !kind.hasSuffix("*") else {
                throw ValidationError("--only takes a whole kind, not \"\(kind)\".")
            }
            guard !ReplayPlan.neverReplayed.contains(name) else {
                throw ValidationError(
                    "\(kind) cannot be played again: only the stage itself can say it; start the stage.")
            }
        }
        do { _ = try TapFilter(turn: turn) } catch { throw ValidationError("\(error)") }
    }

    /// The program that the options describe.
    public func program() throws -> ReplayProgram {
        let kinds = only.compactMap(Kind.init(rawValue:))
        return ReplayProgram(
            path: file, plan: ReplayPlan(start: from.start, only: kinds.isEmpty ? nil : Set(kinds)), speed: speed,
            recording: recording, filter: try TapFilter(session: common.chosenSession, turn: turn),
            turnTimeout: .milliseconds(Int(timeout * 1000)), output: record)
    }
}

/// Whose recorded messages are played.
public enum ReplayStart: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The sound.
    case listen
    /// The transcripts.
    case transcribe
    /// The intents.
    case intent

    var start: ReplayPlan.Start {
        switch self {
        case .listen: .listen
        case .transcribe: .transcribe
        case .intent: .intent
        }
    }
}
