import SaybusTerminal

/// A log of the lines of several programs, each with the program's name before it, aligned and in a colour of its own.
struct SupervisorLog: Sendable {
    private static let inks: [Style.Ink] = [.cyan, .green, .yellow, .magenta, .blue, .red]

    private let output: TextOutput
    private let prefixes: [String]
    private let own: String

    init(_ names: [String], to output: TextOutput) {
        self.output = output
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
        output.line((prefixes.indices.contains(program) ? prefixes[program] : "") + text)
    }

    /// Prints a line of the supervisor.
    func notice(_ text: String) { output.line(own + text) }
}
