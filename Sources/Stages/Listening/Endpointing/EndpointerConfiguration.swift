/// The rules for the beginning and the end of a turn.
public struct EndpointerConfiguration: Sendable, Equatable {
    /// The shortest speech without a break that can open a turn. Anything shorter is a click.
    ///
    /// Spokestack calls it `vad-rise-delay`.
    var riseDelay: Duration
    /// The pause that ends a turn whose words are a whole command that may go on, or for which no recognizer gives a
    /// result. Spokestack calls it `vad-fall-delay`.
    public var fallDelay: Duration
    /// The pause that ends a turn whose words are a whole command after which no word may follow.
    public var completeDelay: Duration
    /// The pause that ends a turn whose words are the beginning of a command. It is longer than ``fallDelay``, because
    /// a speaker may think in the middle of a sentence.
    public var incompleteDelay: Duration
    /// The time without a new word that ends a turn whose words are a whole command, even if the detector reports
    /// speech. In a loud room it may report speech all the time.
    public var wordlessDelay: Duration
    /// The length of the audio before the first speech that belongs to the turn, because the detector misses soft
    /// beginnings.
    public var preRoll: Duration
    /// The amount of speech, pauses not counted, that opens a turn. Anything less is a cough.
    public var minimumSpeech: Duration
    /// The length of a turn, pre-roll included, before which no pause ends it. Spokestack calls it `wake-active-min`.
    public var minimumLength: Duration
    /// The longest turn, pre-roll included. Spokestack calls it `wake-active-max`.
    public var maximumLength: Duration

    /// Creates a configuration.
    ///
    /// The defaults were chosen on 200 recorded orders with ``EnergyDetector`` and pocketsphinx. With shorter delays,
    /// turns are cut at a pause for thought. With less minimum speech, a noisy room opens turns; with more, a short
    /// "six" is missed. Each value is clamped to 0…10 minutes, and the maximum length to at least 100 ms.
    public init(
        riseDelay: Duration = .milliseconds(60), fallDelay: Duration = .milliseconds(800),
        completeDelay: Duration = .milliseconds(400), incompleteDelay: Duration = .milliseconds(1500),
        wordlessDelay: Duration = .milliseconds(900), preRoll: Duration = .milliseconds(500),
        minimumSpeech: Duration = .milliseconds(140), minimumLength: Duration = .zero,
        maximumLength: Duration = .seconds(10)
    ) {
        self.riseDelay = riseDelay
        self.fallDelay = fallDelay
        self.completeDelay = completeDelay
        self.incompleteDelay = incompleteDelay
        self.wordlessDelay = wordlessDelay
        self.preRoll = preRoll
        self.minimumSpeech = minimumSpeech
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    static func samples(_ duration: Duration, rate: Int, atLeast least: Duration = .zero) -> Int {
        Int(max(least, min(.seconds(600), duration)) / .seconds(1) * Double(rate))
    }
}
