import SaybusMessages

extension SpeechTranscript {
    /// The maximum number of alternatives that are tried.
    private static let mostTried = 10
    /// The least confidence of an alternative by another engine than the text's. With less, that engine refused it or
    /// was too unsure of it.
    private static let leastOfOtherEngine = 0.25

    /// The alternatives that may be meant where the text is not understood, in order.
    ///
    /// A transcript without text has none: the speech recognizer itself rejected it.
    var triedAlternatives: [Alternative] {
        text.isEmpty
            ? []
            : (alternatives ?? []).prefix(Self.mostTried)
                .filter { $0.engine == nil || $0.confidence >= Self.leastOfOtherEngine }
    }
}
