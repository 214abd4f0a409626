import SaybusMessages

/// One line of output.
enum TapLine: Sendable, Equatable {
    /// Text for people.
    case spans([Span])
    /// JSON for programs.
    case json(JSONValue)
    /// An event for the trace file of `--chrome`, which is written in addition to the output.
    case event(JSONValue)
}

extension [TapLine] {
    /// The text of the lines for people. Only tests use it.
    var texts: [String] {
        compactMap { line in
            if case .spans(let spans) = line { spans.text } else { nil }
        }
    }
}
