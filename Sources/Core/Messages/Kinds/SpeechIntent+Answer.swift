extension SpeechIntent.Hypothesis {
    /// The type of the hypothesis that an open question is answered.
    package static let answerType = "answer"

    /// The least confidence of a command that follows the answer no. A pattern for any words has less.
    private static let minimumCommandConfidence = 0.6

    /// Whether the hypothesis is a command that may follow the answer no: "no, turn off the light".
    package var isCommandAfterNo: Bool { type != Self.answerType && confidence >= Self.minimumCommandConfidence }
}
