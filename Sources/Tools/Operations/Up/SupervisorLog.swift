import Logging
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// A log of the lines of several programs, each with the program's name before it, aligned and in a colour of its own;
/// or one of JSON objects only, for collectors of logs.
struct SupervisorLog: Sendable {
    private static let inks: [Style.Ink] = [.cyan, .green, .yellow, .magenta, .blue, .red]
    /// The name of the supervisor before its own lines.
    private static let own = "saybus"

    private let output: TextOutput
    private let width: Int
    private let isJSON: Bool

    /// - Parameter names: The names for which the lines are aligned; there may be others.
    init(_ names: [String], to output: TextOutput, format: LogFormat = .ofEnvironment) {
        (self.output, isJSON) = (output, format == .json)
        width = (names + [Self.own]).map(\.count).max() ?? 0
    }

    /// The columns for the text of a line on a terminal; nil without one.
    var columns: Int? { isJSON ? nil : output.columns.map { $0 - width - 3 } }

    /// Prints a line of a program.
    /// - Parameters:
    ///   - program: The program.
    ///   - number: The program's number, which chooses the colour.
    func line(_ text: String, of program: ChildProgram, _ number: Int) {
        if isJSON { return json(text, of: program.logLabel, text.hasPrefix("Error: ") ? .error : .info) }
        write(text, after: program.name, Self.inks[number % Self.inks.count])
    }

    /// Prints a line of the supervisor.
    func notice(_ text: String, _ level: Logger.Level = .notice) {
        if isJSON { return json(text, of: Self.own, level) }
        write(text, after: Self.own, .bold)
    }

    /// The logger of the supervisor's own connection to the bus.
    var logger: Logger { Logger(label: "saybus.bus") { _ in SupervisorLogHandler(log: self) } }

    private func write(_ text: String, after name: String, _ ink: Style.Ink) {
        for (index, line) in TextWrap.lines(text, width: columns).enumerated() {
            let name = (index == 0 ? name : "").padded(to: width)
            output.line(output.style.paint(name + " │ ", ink) + line)
        }
    }

    /// Prints an object of a program as it is; a line of text, such as the ready line, becomes the message of an
    /// object, with the time at which it was read.
    private func json(_ text: String, of program: String, _ level: Logger.Level = .info) {
        if text.hasPrefix("{"), let value = try? JSONValue(parsing: Array(text.utf8)), case .object = value {
            return output.json(text)
        }
        output.json(
            JSONValue.object([
                "time": .string(JSONLogHandler.now), "level": .string(level.rawValue), "label": .string(program),
                "message": .string(text),
            ]).text())
    }
}

/// A log handler that prints lines of the supervisor.
private struct SupervisorLogHandler: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    let log: SupervisorLog

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        log.notice(
            (["\(event.message)"] + details.map { "\($0.key)=\($0.value)" }).joined(separator: " ").safeForTerminal,
            event.level)
    }
}
