import SaybusTerminal

/// The result of one check.
public struct Finding: Sendable, Equatable, Codable {
    /// The degrees of a finding.
    public enum State: String, Sendable, Codable {
        /// Present.
        case good
        /// Missing or incomplete; everything else works without it.
        case hint
        /// Missing, and required.
        case missing
    }

    /// The thing that was checked.
    public let subject: String
    /// The degree.
    public let state: State
    /// Details for people.
    public let detail: String
    /// The remedy; nil when none is needed.
    public let remedy: String?

    init(_ subject: String, _ state: State, _ detail: String, remedy: String? = nil) {
        (self.subject, self.state, self.detail, self.remedy) = (subject, state, detail, remedy)
    }

    /// Returns the line, and a second one for the remedy.
    func lines(_ style: Style, width: Int) -> [String] {
        let mark =
            switch state {
            case .good: style.paint("✓", .green)
            case .hint: style.paint("!", .yellow)
            case .missing: style.paint("✗", .red)
            }
        let gap = String(repeating: " ", count: max(0, width - subject.count))
        let first = "\(mark) \(subject)\(gap)  \(LineSplitter.printable(detail))"
        return [first]
            + (remedy.map { [String(repeating: " ", count: width + 4) + style.paint("→ \($0)", .dim)] } ?? [])
    }
}
