import SaybusMessages

/// A piece of a line: text that is safe to show, and what it means for its colour.
public struct Span: Sendable, Equatable {
    /// What the text is, for the eye.
    public enum Style: String, Sendable, CaseIterable {
        /// Nothing special.
        case plain
        /// Beside the point.
        case dim
        /// What matters most.
        case strong
        /// As it should be.
        case good
        /// Not as it should be, yet nothing is lost.
        case warning
        /// Lost, failed, or no message at all.
        case bad
    }

    /// What to show; nothing in it is obeyed by a terminal.
    public let text: String
    /// How.
    public let style: Style

    /// Makes any text safe.
    public init(_ text: String, _ style: Style = .plain) { (self.text, self.style) = (text.safeForTerminal, style) }

    /// Nothing special.
    public static func plain(_ text: String) -> Span { Span(text) }
    /// Beside the point.
    public static func dim(_ text: String) -> Span { Span(text, .dim) }
    /// What matters most.
    public static func strong(_ text: String) -> Span { Span(text, .strong) }
    /// As it should be.
    public static func good(_ text: String) -> Span { Span(text, .good) }
    /// Not as it should be, yet nothing is lost.
    public static func warning(_ text: String) -> Span { Span(text, .warning) }
    /// Lost, failed, or no message at all.
    public static func bad(_ text: String) -> Span { Span(text, .bad) }
    /// Words that somebody says.
    public static func quoted(_ text: String) -> Span { Span("\"\(text)\"", .strong) }
}

extension [Span] {
    /// The line without colours.
    public var text: String { map(\.text).joined(separator: " ") }
}
