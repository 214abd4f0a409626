import SaybusMessages

/// An estimator of the delay from the loudspeaker's signal to the microphone's, by correlation.
struct EchoDelay {
    /// The longest delay: 0.75 s, because sound servers and Bluetooth add long delays.
    static let maximum = PCMFormat.speech.samples(.milliseconds(750))
    /// The usual change of the delay of a loudspeaker that is opened again: 0.1 s.
    static let change = PCMFormat.speech.samples(.milliseconds(100))
    /// The length of the microphone's audio that is compared: 0.5 s.
    private static let window = PCMFormat.speech.samples(.milliseconds(500))
    /// Samples between two comparisons while the delay is not known, and when it is: 0.125 s and 0.25 s.
    private static let searchInterval = PCMFormat.speech.samples(.milliseconds(125))
    private static let trackingInterval = PCMFormat.speech.samples(.milliseconds(250))
    /// The lowest correlation, 0…1, that counts as a match of the loudspeaker's sound with the microphone's.
    private static let minimumCorrelation: Float = 0.3
    /// A stronger correlation counts as two matches.
    private static let strongCorrelation: Float = 0.6
    /// The largest difference between two matches of the same delay.
    private static let tolerance = 2 * LagSearch.step
    /// The number of matches in a row that confirm a delay: so many that the first and the last one compare different
    /// sounds.
    private static let requiredMatches = 4

    /// The delay in samples of 16 kHz; nil until it is known.
    private(set) var samples: Int?
    /// Whether the sound that is playing now has confirmed the delay. A loudspeaker that was opened again may have
    /// another delay.
    private(set) var isConfirmed = false
    /// Whether, by the last comparison, the microphone seems to pick up the loudspeaker: after one strong match, or
    /// two matches with about the same delay.
    private(set) var isCorrelated = false

    private var search = LagSearch(window: window, lags: maximum)
    /// The samples since the last comparison.
    private var sinceComparison = 0
    /// The delay by the last match; nil when there is none.
    private var candidate: Int?
    /// The matches in a row so far.
    private var matchesInRow = 0

    /// Resets the confirmation, because the sound from now on may have another delay.
    mutating func resetConfirmation() { (isConfirmed, isCorrelated, candidate, matchesInRow) = (false, false, nil, 0) }

    /// Takes the microphone's next samples.
    /// - Parameters:
    ///   - recorded: The samples.
    ///   - countsTones: Whether tones can confirm the delay. The filter adapts to their frequencies only, so that the
    ///     words after them would be taken for the user's.
    ///   - played: A function that returns the loudspeaker's last `count` samples up to the end of `recorded`. Samples
    ///     that have not arrived yet are zero.
    mutating func take(_ recorded: [Int16], countsTones: Bool, played: (_ count: Int) -> [Int16]) {
        search.add(recorded)
        sinceComparison += recorded.count
        guard sinceComparison >= (isConfirmed ? Self.trackingInterval : Self.searchInterval) else { return }
        sinceComparison = 0
        let sound = played(Self.window + Self.maximum)
        let found = search.best(above: Self.minimumCorrelation, played: sound)
        guard let (lag, correlation) = found else {
            isCorrelated = false
            return
        }
        let change = candidate.map { abs($0 - lag) } ?? .max
        isCorrelated = change <= EchoCanceller.lead || correlation > Self.strongCorrelation
        if !countsTones, ToneDetector.isMostlyTones(Array(sound.dropLast(lag).suffix(Self.window))) { return }
        matchesInRow = (change <= Self.tolerance ? matchesInRow : 0) + (correlation > Self.strongCorrelation ? 2 : 1)
        candidate = lag
        // The loudspeaker's buffer ran dry, or the microphone lost samples, so the filter no longer fits.
        if let samples, abs(samples - lag) > EchoCanceller.lead { isConfirmed = false }
        if let samples, abs(samples - lag) <= Self.tolerance, matchesInRow >= Self.requiredMatches / 2 {
            isConfirmed = true
        }
        guard matchesInRow >= Self.requiredMatches else { return }
        (samples, isConfirmed) = (lag, true)
    }
}
