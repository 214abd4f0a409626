import SaybusMessages

extension SpeechTranscript {
    /// The maximum number of alternatives that are tried.
    private static let maximumTried = 10
    /// The least confidence of an alternative by another engine than the text's. With less, that engine refused it or
    /// was too unsure of it.
    private static let minimumOfOtherEngine = 0.25
    /// The least confidence of an alternative that rivals the text, as a share of the text's.
    private static let minimumShare = 0.25
    /// The trust in an alternative that does not. It is so low that the user is asked before anything is done.
    private static let minimumTrust = 0.35

    /// The alternatives that may be meant where the text is not understood, in order.
    ///
    /// A transcript without text has none: the speech recognizer itself rejected it.
    var triedAlternatives: [Alternative] {
        text.isEmpty
            ? []
            : (alternatives ?? []).prefix(Self.maximumTried)
                .filter { $0.engine == nil || $0.confidence >= Self.minimumOfOtherEngine }
    }

    /// Returns the factor for the confidence of a hypothesis that an alternative's words gave, as the text's words gave
    /// none: 0.6 to 0.9, or ``minimumTrust``.
    func trust(in alternative: Alternative) -> Double {
        // The comparison makes NaN count as 0.
        let likelihood = alternative.confidence > 0 ? min(1, alternative.confidence) : 0
        return likelihood < Self.minimumShare * confidence ? Self.minimumTrust : 0.6 + 0.3 * likelihood
    }
}
