import SaybusMessages

/// One line of output.
enum TapLine: Sendable, Equatable {
    /// Text for people.
    case spans([Span])
    /// JSON for programs.
    case json(JSONValue)
    /// An event for the trace file that is written beside the output.
    case event(JSONValue)
}

extension [TapLine] {
    /// The text of the lines for people, for tests.
    var texts: [String] {
        compactMap { line in
            if case .spans(let spans) = line { spans.text } else { nil }
        }
    }
}
