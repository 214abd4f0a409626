import ArgumentParser
import SaybusMessages
import SaybusStage

/// The options of `saybus-tap inject`.
public struct InjectOptions: ParsableArguments {
    /// Which kind.
    @Argument(help: "The kind, such as speech.transcript; saybus schema lists them.")
    public var kind: String

    /// The body.
    @Argument(help: "The body: JSON, - for standard input, or @FILE.")
    public var body: String

    /// The turn.
    @Option(help: ArgumentHelp("The turn it belongs to: an id, or new for a turn of its own.", valueName: "turn"))
    public var turn: String?

    /// What it answers.
    @Option(help: ArgumentHelp("The id of a message that it answers. Can be repeated.", valueName: "id"))
    public var cause: [String] = []

    /// How long it is worth anything.
    @Option(help: ArgumentHelp("How many milliseconds it is worth anything.", valueName: "ms"))
    public var deadline: Int64?

    /// How long to wait for an answer.
    @Option(
        help: ArgumentHelp(
            "Wait so many seconds for the first message that names it among its causes, and print that as JSON. (--wait is for the broker.)",
            valueName: "seconds"))
    public var answer: Double?

    /// What all programs on the bus have.
    @OptionGroup public var common: BusOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        do { _ = try KindPattern(kind) } catch { throw ValidationError("\(error)") }
        guard !kind.hasSuffix("*"), !kind.hasSuffix(".") else {
            throw ValidationError("\"\(kind)\" is no whole kind.")
        }
        if let turn, turn != "new", TurnID(turn) == nil {
            throw ValidationError("--turn takes a UUID or new, not \"\(turn)\".")
        }
        for cause in cause where MessageID(cause) == nil {
            throw ValidationError("--cause takes a UUID, not \"\(cause)\".")
        }
        if let deadline, !(1...86_400_000).contains(deadline) {
            throw ValidationError("--deadline takes 1 to 86400000 milliseconds.")
        }
        if let answer, !(answer > 0 && answer <= 86_400) {
            throw ValidationError("--answer takes more than 0 and at most 86400 seconds.")
        }
    }

    /// The program that the options describe.
    public func program() throws -> InjectProgram {
        guard let kind = Kind(rawValue: kind) else { throw StageFailure(.usage, "no kind is called \(kind)") }
        let body = try InjectedBody(InjectedBody.text(body), kind: kind)
        return InjectProgram(
            body: body, turn: turn.map { TurnID($0) ?? TurnID() }, causes: cause.compactMap { MessageID($0) },
            lifetime: deadline.map { $0 * 1000 }, answerTimeout: answer.map { .milliseconds(Int($0 * 1000)) })
    }
}
