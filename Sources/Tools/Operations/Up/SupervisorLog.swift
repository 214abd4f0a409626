import SaybusMessages
import SaybusStage
import SaybusTerminal

/// A log of the lines of several programs, each with the program's name before it, aligned and in a colour of its own;
/// or one of JSON objects only, for collectors of logs.
struct SupervisorLog: Sendable {
    private static let inks: [Style.Ink] = [.cyan, .green, .yellow, .magenta, .blue, .red]

    private let output: TextOutput
    private let prefixes: [String]
    private let own: String
    private let names: [String]
    private let isJSON: Bool

    init(_ names: [String], to output: TextOutput, format: LogFormat = .ofEnvironment) {
        (self.output, self.names, isJSON) = (output, names, format == .json)
        let own = "saybus"
        let width = (names + [own]).map(\.count).max() ?? 0
        func prefix(_ name: String, _ ink: Style.Ink) -> String {
            output.style.paint(name + String(repeating: " ", count: width - name.count) + " │ ", ink)
        }
        prefixes = names.enumerated().map { prefix($1, Self.inks[$0 % Self.inks.count]) }
        self.own = prefix(own, .bold)
    }

    /// Prints a line of a program.
    func line(_ text: String, of program: Int) {
        if isJSON { return json(text, of: names.indices.contains(program) ? names[program] : "") }
        output.line((prefixes.indices.contains(program) ? prefixes[program] : "") + text)
    }

    /// Prints a line of the supervisor.
    func notice(_ text: String) {
        if isJSON { return json(text, of: "saybus") }
        output.line(own + text)
    }

    /// Prints an object of a program as it is; a line of text, such as the ready line, becomes the message of an
    /// object.
    private func json(_ text: String, of program: String) {
        if text.hasPrefix("{"), let value = try? JSONValue(parsing: Array(text.utf8)), case .object = value {
            return output.json(text)
        }
        output.json(JSONValue.object(["label": .string(program), "message": .string(text)]).text())
    }
}
