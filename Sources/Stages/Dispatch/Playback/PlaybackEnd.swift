/// The end of a published audio sequence.
package struct PlaybackEnd: Sendable, Equatable {
    /// How a sequence ended.
    package enum Outcome: Sendable, Equatable {
        /// The user heard it to its end.
        case finished
        /// The user did not hear it, or not to its end, for this reason.
        case unheard(String)
        /// The audio stage that played it is gone, for this reason.
        case cut(String)
        /// No audio stage took it before its deadline, for this reason. The bus has ended the turn already.
        case expired(String)
    }

    /// How the sequence ended.
    package var outcome: Outcome
    /// Microseconds from publishing to the first sample; nil when nothing sounded.
    package var latency: Int?

    /// An end.
    package init(_ outcome: Outcome, latency: Int? = nil) { (self.outcome, self.latency) = (outcome, latency) }

    /// Why the user did not hear all of it; nil when the user did.
    package var problem: String? {
        switch outcome {
        case .finished: nil
        case .unheard(let reason), .cut(let reason), .expired(let reason): reason
        }
    }
}
