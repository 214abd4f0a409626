import SaybusMessages

/// The end of a published audio sequence.
package struct PlaybackEnd: Sendable, Equatable {
    /// The outcome of a sequence.
    package enum Outcome: Sendable, Equatable {
        /// The sequence was played to its end.
        case finished
        /// The sequence was not played, or not to its end, for this reason.
        case unheard(String)
        /// The sequence was ended before its end, or its beginning, as somebody wanted, for this reason.
        case stopped(String, AudioPlayback.Cause, hadBegun: Bool)
        /// The audio stage that had the sequence was lost or restarted, for this reason.
        case cut(String)
        /// No audio stage took the sequence before its deadline, for this reason. The bus has ended the turn already.
        case expired(String)
    }

    /// The outcome of the sequence.
    package var outcome: Outcome
    /// The words that the user heard of a sequence that somebody stopped; nil when unknown.
    package var heard: String?
    /// Microseconds from publishing to the first sample; nil when nothing was played.
    package var latency: Int?

    /// Creates an end.
    package init(_ outcome: Outcome, heard: String? = nil, latency: Int? = nil) {
        (self.outcome, self.heard, self.latency) = (outcome, heard, latency)
    }

    /// The reason why the sequence was not played to its end; nil when it was.
    package var problem: String? {
        switch outcome {
        case .finished: nil
        case .unheard(let reason), .stopped(let reason, _, _), .cut(let reason), .expired(let reason): reason
        }
    }
}
