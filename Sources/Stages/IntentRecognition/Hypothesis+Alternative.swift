import SaybusMessages

extension SpeechIntent.Hypothesis {
    /// The factors of the confidence in a hypothesis for an alternative: those of one that is hardly sure, and of a
    /// sure one, which still comes after the transcript itself.
    private static let (least, most) = (0.6, 0.9)

    /// Returns this hypothesis for an alternative as one for the transcript, in which its parameters have no places.
    /// - Parameter confidence: The confidence in the alternative.
    func ofAlternative(confidence: Double) -> Self {
        var hypothesis = self
        // The comparison makes NaN count as 0.
        let share = confidence > 0 ? min(1, confidence) : 0
        hypothesis.confidence *= Self.least + (Self.most - Self.least) * share
        for name in parameters.keys { hypothesis.parameters[name]?.span = nil }
        return hypothesis
    }
}
