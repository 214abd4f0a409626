import SaybusMessages

/// A piece of a line: text that is safe for a terminal, and its style.
public struct Span: Sendable, Equatable {
    /// The meaning of a text, shown as its colour.
    enum Style: String, Sendable, CaseIterable {
        /// Ordinary text.
        case plain
        /// Secondary text.
        case dim
        /// The most important text.
        case strong
        /// A good state.
        case good
        /// A deviation without loss.
        case warning
        /// Loss, failure, or a malformed message.
        case bad
    }

    /// The text, free of control characters that a terminal would interpret.
    public let text: String
    /// The meaning of the text, which becomes a colour on a terminal.
    let style: Style

    /// Creates a span; control characters in the text are replaced.
    init(_ text: String, _ style: Style = .plain) { (self.text, self.style) = (text.safeForTerminal, style) }

    /// Returns ordinary text.
    static func plain(_ text: String) -> Span { Span(text) }
    /// Returns secondary text.
    static func dim(_ text: String) -> Span { Span(text, .dim) }
    /// Returns the most important text.
    static func strong(_ text: String) -> Span { Span(text, .strong) }
    /// Returns text for a good state.
    static func good(_ text: String) -> Span { Span(text, .good) }
    /// Returns text for a deviation without loss.
    static func warning(_ text: String) -> Span { Span(text, .warning) }
    /// Returns text for loss, failure, or a malformed message.
    static func bad(_ text: String) -> Span { Span(text, .bad) }
    /// Returns spoken words in quotation marks.
    static func quoted(_ text: String) -> Span { Span("\"\(text)\"", .strong) }
}

extension [Span] {
    /// The line without colours.
    public var text: String { map(\.text).joined(separator: " ") }
}
