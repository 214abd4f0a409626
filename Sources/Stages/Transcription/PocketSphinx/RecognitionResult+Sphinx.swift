import SaybusMessages
import SaybusPocketSphinx

extension RecognitionResult {
    /// Becomes what a search has found.
    mutating func take(_ hypothesis: SphinxHypothesis, confidence: Double) {
        text = hypothesis.text
        words = hypothesis.words.filter { !$0.isPhone }.map(\.timed)
        self.confidence = text.isEmpty ? 0 : confidence
    }

    /// Adds what another search has found, when it is something else.
    mutating func addAlternative(_ hypothesis: SphinxHypothesis, confidence other: Double) {
        guard !hypothesis.isOpen, !hypothesis.text.isEmpty, hypothesis.text != text,
            !alternatives.contains(where: { $0.text == hypothesis.text })
        else { return }
        // Never surer than the text itself: the search in one piece is the better one.
        let ceiling = text.isEmpty ? SphinxConfidence.threshold : confidence
        alternatives.append(.init(text: hypothesis.text, confidence: min(other, ceiling)))
        alternatives.sort { $0.confidence > $1.confidence }
    }
}

extension SphinxHypothesis.Segment {
    /// The word with times in milliseconds.
    var timed: SpeechTranscript.Word {
        let frameTime = SphinxHypothesis.frameTime
        return .init(word: name, startMs: frames.lowerBound * frameTime, endMs: (frames.upperBound + 1) * frameTime)
    }
}
