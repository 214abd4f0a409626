import ArgumentParser
import SaybusMessages
import SaybusStage

/// The options of `saybus-tap inject`.
public struct InjectOptions: ParsableArguments {
    /// The message's kind.
    @Argument(help: "The kind, such as speech.transcript; \"saybus schema\" lists all.")
    public var kind: String

    /// The body: JSON, `-` or `@FILE`.
    @Argument(help: "The body: JSON, - for standard input, or @FILE.")
    public var body: String

    /// The turn's id, or `new`.
    @Option(help: ArgumentHelp("The message's turn: an id, or new for a new turn.", valueName: "turn"))
    public var turn: String?

    /// The ids of the messages that it answers.
    @Option(help: ArgumentHelp("The id of a message that this one answers. Can be repeated.", valueName: "id"))
    public var cause: [String] = []

    /// Milliseconds until its deadline.
    @Option(help: ArgumentHelp("The time for which the message is valid, in milliseconds.", valueName: "ms"))
    public var deadline: Int64?

    /// The seconds to wait for a message that has the injected one as a cause; nil ends at once.
    @Option(
        help: ArgumentHelp(
            "Wait this many seconds for the first message that names this one as a cause, and print it as JSON. (--wait is for the broker.)",
            valueName: "seconds"))
    public var answer: Double?

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the values and ranges of options, which the argument parser does not check.
    public func validate() throws {
        do { _ = try KindPattern.publishable(kind) } catch { throw ValidationError("\(error)") }
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

    /// Returns the program that the options describe.
    public func program() throws -> InjectProgram {
        guard let kind = Kind(rawValue: kind) else { throw StageFailure(.usage, "no kind is called \(kind)") }
        let body = try InjectedBody(InjectedBody.text(body), kind: kind)
        return InjectProgram(
            body: body, turn: turn.map { TurnID($0) ?? TurnID() }, causes: cause.compactMap { MessageID($0) },
            lifetime: deadline.map { $0 * 1000 }, answerTimeout: answer.map { .milliseconds(Int($0 * 1000)) })
    }
}
