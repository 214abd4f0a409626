import SaybusMessages

extension SpeechPartial: Summarized {
    func summary(_ header: Header) -> [Span] {
        [.plain("\"\(text)\(isComplete == true ? "" : " …")\"")] + (isComplete == true ? [.good("complete")] : [])
    }
}

extension SpeechTranscript: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans: [Span]
        if let emptyReason {
            spans = [.warning("nothing heard: \(emptyReason.rawValue)"), .dim(engine)]
        } else {
            spans = [.quoted(text), .plain(Quantity.confidence(confidence)), .dim(engine)]
            if let empty { spans.append(.warning("with a text, yet empty: \(empty.rawValue)")) }
        }
        if let alternatives, !alternatives.isEmpty {
            let texts = alternatives.map { other in
                "\"\(other.text)\" \(Quantity.confidence(other.confidence))" + (other.engine.map { " \($0)" } ?? "")
            }
            spans.append(.dim("or \(Summary.list(texts, separator: ", "))"))
        }
        if let missingChunks, missingChunks != 0 {
            spans.append(.bad("\(Quantity.count(missingChunks, "chunk")) missing"))
        }
        if let problem { spans.append(.bad(problem)) }
        return spans
    }
}
