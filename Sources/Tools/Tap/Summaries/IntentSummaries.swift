import SaybusMessages

extension SpeechIntent: Summarized {
    func summary(_ header: Header) -> [Span] {
        guard let best = hypotheses.first else {
            if let empty { return [.warning("nothing to understand: \(empty.rawValue)"), .dim(engine)] }
            return [.warning("not understood:"), .quoted(text), .dim(engine)]
        }
        let call = Call.text(best.type, best.parameters)
        var spans: [Span] = [.strong(call), .plain(Quantity.confidence(best.confidence)), .dim(best.app), .dim(engine)]
        let others = hypotheses.dropFirst().map {
            "\(Call.text($0.type, $0.parameters)) \(Quantity.confidence($0.confidence))"
        }
        if !others.isEmpty { spans.append(.dim("or \(Summary.list(others, separator: ", "))")) }
        return spans
    }
}

/// The format of commands with their parameters.
enum Call {
    /// Returns `SetTimer(minutes=10)`.
    static func text(_ type: String, _ parameters: [String: Parameter]) -> String {
        let pairs = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)" }
        return "\(type)(\(Summary.list(pairs, separator: ", ")))"
    }
}
