/// The precedence of questions that wait for their answers over other sequences. Pure: the time is passed in.
///
/// Of the sequences that had arrived when a question began to wait, those of a lower priority than a question's are
/// held, or ducked, also after its prompt: otherwise they would drown the answer, or make a half-duplex listener ignore
/// it. Sequences that arrive later play, such as the answer of another app that was called meanwhile; those that came
/// by themselves wait a while.
struct QuestionPrecedence: Sendable {
    /// The longest time for which questions make sequences wait that come by themselves: a timer must ring, also when
    /// one question follows another.
    private static let maximumUnaskedWait = Duration.seconds(30)

    /// The number of sequences that had arrived when a question began to wait for its answer; nil while none waits.
    private(set) var arrivalsBefore: Int?
    /// Whether sequences that come by themselves wait for the end of a question, so that they do not take its answer's
    /// time.
    private(set) var holdsUnasked = false
    /// The time since when questions wait for their answers; nil while none waits.
    private var askingSince: ContinuousClock.Instant?

    /// Whether a question waits for its answer.
    var isAsking: Bool { arrivalsBefore != nil }

    /// Sets whether a question waits for its answer. While one does, this is called at least once a second.
    /// - Parameters:
    ///   - isAsking: Whether a question waits.
    ///   - arrivals: The number of sequences that have arrived so far.
    ///   - now: The time.
    /// - Returns: Whether other sequences may have the focus now.
    mutating func setAsking(_ isAsking: Bool, arrivals: Int, at now: ContinuousClock.Instant) -> Bool {
        askingSince = isAsking ? askingSince ?? now : nil
        let holds = askingSince.map { now - $0 < Self.maximumUnaskedWait } ?? false
        let isNew = isAsking != self.isAsking
        guard isNew || holds != holdsUnasked else { return false }
        if isNew { arrivalsBefore = isAsking ? arrivals : nil }
        holdsUnasked = holds
        return true
    }
}
