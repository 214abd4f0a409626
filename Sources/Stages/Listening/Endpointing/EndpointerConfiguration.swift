/// When a turn begins and ends.
public struct EndpointerConfiguration: Sendable, Equatable {
    /// How long speech must last without a break before it can open a turn: what is shorter is a click.
    ///
    /// Spokestack calls it `vad-rise-delay`.
    public var riseDelay: Duration
    /// How long there must be no speech before a turn ends that may be over: its words are a whole command that may go on,
    /// or no recognizer says how far it is. Spokestack calls it `vad-fall-delay`.
    public var fallDelay: Duration
    /// How long there must be no speech before a turn ends whose words are a whole command on which none may follow.
    public var completeDelay: Duration
    /// How long there must be no speech before a turn ends whose words are the beginning of a command: who thinks in the
    /// middle of a sentence is waited for.
    public var incompleteDelay: Duration
    /// How long the recognizer must have heard no more word before a turn ends whose words are a whole command, even
    /// where the detector hears speech: in a loud room it may hear nothing else.
    public var wordlessDelay: Duration
    /// How much sound from before the first speech belongs to the turn: soft beginnings are speech too.
    public var preRoll: Duration
    /// How much speech, pauses left out, opens a turn: what has less is a cough.
    public var minimumSpeech: Duration
    /// How long a turn is at least, pre-roll included: until then no pause ends it. Spokestack calls it
    /// `wake-active-min`.
    public var minimumLength: Duration
    /// The longest turn, pre-roll included. Spokestack calls it `wake-active-max`.
    public var maximumLength: Duration

    /// Settings. The defaults were chosen on 200 recorded orders with ``EnergyDetector`` and pocketsphinx: with shorter
    /// delays turns are cut at a pause for thought, with less minimum speech a noisy room opens turns, and with more a
    /// short "six" is missed. Each is limited to 0…10 minutes, and the maximum length to at least 100 ms.
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
