import SaybusMessages

extension SpeechPartial: Summarized {
    func summary(_ header: Header) -> [Span] {
        [.plain("\"\(text)\(isComplete == true ? "" : " …")\"")] + (isComplete == true ? [.good("complete")] : [])
    }
}

extension SpeechTranscript: Summarized {
    func summary(_ header: Header) -> [Span] {
        var spans: [Span]
        if let empty {
            spans = [.warning("nothing heard: \(empty.rawValue)"), .dim(engine)]
        } else {
            spans = [.quoted(text), .plain(Quantity.confidence(confidence)), .dim(engine)]
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
