import SaybusMessages

/// One line of output.
enum TapLine: Sendable, Equatable {
    /// For people.
    case spans([Span])
    /// For programs.
    case json(JSONValue)
    /// For the file beside the output.
    case event(JSONValue)
}

extension [TapLine] {
    /// The text of the lines for people: for tests.
    var texts: [String] {
        compactMap { line in
            if case .spans(let spans) = line { spans.text } else { nil }
        }
    }
}
