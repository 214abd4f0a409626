import SaybusTerminal

/// What the doctor found out about one thing.
public struct Finding: Sendable, Equatable, Codable {
    /// How it is.
    public enum State: String, Sendable, Codable {
        /// There.
        case good
        /// Not there, or not as it could be; the rest works without.
        case hint
        /// Not there, and needed.
        case missing
    }

    /// What was looked at.
    public let subject: String
    /// How it is.
    public let state: State
    /// What was found.
    public let detail: String
    /// What to do; nil when nothing.
    public let remedy: String?

    init(_ subject: String, _ state: State, _ detail: String, remedy: String? = nil) {
        (self.subject, self.state, self.detail, self.remedy) = (subject, state, detail, remedy)
    }

    /// Its line, the remedy in a second one.
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
