extension SpeechRecognitionResult {
    /// The errors of a result without words; nil when there are words.
    func withoutWords<Value>() -> Interpretation<Value>? {
        if isSilence { return Interpretation(errors: [ValidationError(.noInput)]) }
        if empty != nil || transcript.allSatisfy(\.isWhitespace) {
            return Interpretation(errors: [ValidationError(.invalidInput)])
        }
        return nil
    }

    /// The errors of an answer that fits nothing.
    func unfitting<Value>() -> Interpretation<Value> {
        Interpretation(errors: [ValidationError(.invalidInput, reason: "\"\(transcript)\" is no answer to this.")])
    }
}

extension RecognitionOptions {
    /// The options with the phrases of a kind of request, unless some were given.
    func expecting(_ patterns: [String]) -> RecognitionOptions {
        var options = self
        if options.phrases.isEmpty { options.phrases = patterns }
        return options
    }
}
