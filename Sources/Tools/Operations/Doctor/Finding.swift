import SaybusSupport
import SaybusTerminal

/// The result of one check.
struct Finding: Sendable, Equatable, Codable {
    /// The degrees of a finding.
    enum State: String, Sendable, Codable {
        /// Present.
        case good
        /// Missing or incomplete; everything else works without it.
        case hint
        /// Missing, and required.
        case missing
    }

    /// The thing that was checked.
    let subject: String
    /// The degree.
    let state: State
    /// Details for people.
    let detail: String
    /// The remedy; nil when none is needed.
    let remedy: String?

    init(_ subject: String, _ state: State, _ detail: String, remedy: String? = nil) {
        (self.subject, self.state, self.detail, self.remedy) = (subject, state, detail, remedy)
    }

    /// Returns the line, and a second one for the remedy.
    /// - Parameters:
    ///   - width: The columns for the subject.
    ///   - columns: The columns of the terminal, at which lines are broken; nil for no limit.
    func lines(_ style: Style, width: Int, columns: Int? = nil) -> [String] {
        let mark: (text: String, ink: Style.Ink) =
            switch state {
            case .good: ("✓", .green)
            case .hint: ("!", .yellow)
            case .missing: ("✗", .red)
            }
        let head = "\(mark.text) \(subject.padded(to: width))  "
        var lines = TextWrap.lines(LineSplitter.printable(detail), after: head, width: columns)
        lines[0] = style.paint(mark.text, mark.ink) + lines[0].dropFirst()
        guard let remedy else { return lines }
        let arrow = String(repeating: " ", count: width + 4) + "→ "
        // A command of the remedy is copied by people, so it stays in one line where it fits.
        return lines
            + TextWrap.lines(LineSplitter.printable(remedy), after: arrow, width: columns).map {
                style.paint(String($0), .dim)
            }
    }
}
