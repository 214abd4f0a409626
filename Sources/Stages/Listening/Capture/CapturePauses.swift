import SaybusMessages

/// The pauses of a live source, such as those of an unplugged microphone or of a program that sends nothing.
///
/// They are measured by the times at which samples were captured. Samples that have waited because this machine was
/// busy are no pause, however long they have waited.
struct CapturePauses: Sendable {
    /// The length of the shortest pause: a shorter time without samples is none.
    static let minimum = Duration.seconds(1)

    private var last: ContinuousClock.Instant?

    /// Ends the pause so far, if there is one: a request counts from its own time on.
    mutating func restart(at time: ContinuousClock.Instant) { last = max(last ?? time, time) }

    /// Observes the next block.
    /// - Returns: The pause before it in samples; 0 when there was none.
    mutating func observe(_ block: AudioBlock) -> Int {
        guard let captured = block.captured else { return 0 }
        // A delay of the reading task makes a block seem later than the next one.
        defer { last = max(last ?? captured, captured) }
        guard let last else { return 0 }
        let pause = captured - last - .seconds(Double(block.samples.count) / Double(PCMFormat.speech.rate))
        return pause > Self.minimum ? Int(pause / .seconds(1) * Double(PCMFormat.speech.rate)) : 0
    }
}
