import SaybusMessages
import SaybusPocketSphinx

extension RecognitionResult {
    /// Takes text, words and confidence from a hypothesis.
    mutating func take(_ hypothesis: SphinxHypothesis, confidence: Double) {
        text = hypothesis.text
        words = hypothesis.words.filter { !$0.isPhone }.map(\.timed)
        self.confidence = text.isEmpty ? 0 : confidence
    }

    /// Adds another search's hypothesis as an alternative if its text differs.
    mutating func addAlternative(_ hypothesis: SphinxHypothesis, confidence other: Double) {
        guard !hypothesis.isOpen, !hypothesis.text.isEmpty, hypothesis.text != text,
            !alternatives.contains(where: { $0.text == hypothesis.text })
        else { return }
        // The confidence is capped: the search over the whole turn is the more reliable one.
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
