import ArgumentParser
import Stage
import Tap

/// `saybus-tap echo`
struct EchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo", abstract: "Shows each message on a line of its own.",
        usage: "saybus-tap [echo] <options>",
        discussion: """
            A line has the time, the time since the turn's first message, the turn, the session unless it is "default", the source, the \
            kind, and what the message says. Filters combine: each one that is given must fit.

            Example: saybus-tap --kind 'speech.*' --match timer

            Ends on SIGTERM, SIGINT or a closed output with exit code 0. Exit codes: 64 bad usage, 69 no broker.
            """)

    @Option(
        help: ArgumentHelp(
            "A kind to show, such as speech.transcript, or a beginning, such as 'speech.*'. Can be repeated.",
            valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("The turn to show: its id, or at least 4 digits of its end.", valueName: "turn"))
    var turn: String?

    @Option(help: ArgumentHelp("Whose messages to show: a role, or role/instance.", valueName: "source"))
    var source: String?

    @Option(
        help: ArgumentHelp("Text that the message or its summary contains; case does not matter.", valueName: "text"))
    var match: String?

    @Flag(help: "One JSON object a line: topic, header, body, stamp; or malformed, lost, leftOut.")
    var json = false

    @Flag(help: "Every chunk of sound, not only the first and last of a turn; with --json the bytes, in base64.")
    var audio = false

    @Flag(help: "Every status of every stage, not only changes.")
    var status = false

    @Option(help: ArgumentHelp("End after so many messages.", valueName: "number"))
    var count: Int?

    @Option(help: "When to colour the lines.")
    var color: ColorChoice = .auto

    @OptionGroup var options: BusOptions

    func validate() throws {
        guard count ?? 1 >= 1 else { throw ValidationError("--count takes a number from 1 on, not \(count ?? 0).") }
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            let echo = Echo(filter: try filter(), everyStatus: status, everyChunk: audio || json)
            let format = json ? JSONFormat(withAudio: audio) : nil
            try await EchoProgram(echo: echo, json: format, count: count ?? .max, color: color).run(options)
        }
    }

    private func filter() throws(TapError) -> TapFilter {
        try TapFilter(kinds: kind, session: options.chosenSession, turn: turn, source: source, match: match)
    }
}

extension ColorChoice: ExpressibleByArgument {}
