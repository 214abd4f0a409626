import Foundation

/// The use of colours in an output: on a terminal, but not in a file or a pipe, or when the user opts out.
public struct Style: Sendable {
    /// A colour or a weight of text.
    public enum Ink: Int, Sendable {
        /// A heavier weight.
        case bold = 1
        /// Faint.
        case dim = 2
        /// A colour, by its SGR code (ECMA-48).
        case red = 31
        case green = 32
        case yellow = 33
        case blue = 34
        case magenta = 35
        case cyan = 36
    }

    /// Whether text is coloured.
    public let isColoured: Bool

    /// Creates a style with or without colours.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    /// Creates the style for a file descriptor: coloured on a terminal, unless `NO_COLOR` (no-color.org) is set or
    /// `TERM` is `dumb`.
    init(for descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
        isColoured =
            isatty(descriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Returns the text in a colour.
    public func paint(_ text: String, _ ink: Ink?) -> String {
        guard isColoured, let ink, !text.isEmpty else { return text }
        return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
    }
}
