import SaybusMessages
import SaybusPhrases

extension Message<TurnEnded> {
    /// Returns the announcement of a turn that has expired or failed, of which the user has heard nothing; nil for
    /// another one.
    ///
    /// A dispatcher itself announces the failures of its apps, but not an intent that it cannot read. An expiry by the
    /// dispatcher concerns a sequence that no audio stage took in time.
    /// - Parameters:
    ///   - expired: The words for an expired turn; nil for the usual ones, empty for none.
    ///   - failed: The words for a failed turn; the same values.
    package func notice(expired: String? = nil, failed: String? = nil) -> AudioSequence? {
        let words =
            switch body.outcome {
            case .expired: expired ?? BuiltInSentence.expired.text()
            case .failed: failed ?? BuiltInSentence.failedUnconfirmed.text()
            default: ""
            }
        let isUnread = body.outcome == .failed && body.app == nil && body.spoken == nil
        guard !words.isEmpty, header.source.role != .dispatch || isUnread else { return nil }
        return AudioSequence([.speech(AudioEvent.Speech(words))])
    }
}
