import SaybusMessages

extension SpeechIntent.Hypothesis {
    /// Returns this hypothesis for an alternative as one for the transcript, in which its parameters have no places.
    /// - Parameter trust: The factor of its confidence.
    func ofAlternative(trust: Double) -> Self {
        var hypothesis = self
        hypothesis.confidence *= trust
        for name in parameters.keys { hypothesis.parameters[name]?.span = nil }
        return hypothesis
    }
}
