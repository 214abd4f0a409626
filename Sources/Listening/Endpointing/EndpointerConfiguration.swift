/// When a turn begins and ends.
public struct EndpointerConfiguration: Sendable, Equatable {
    /// How long speech must last without a break before it can open a turn: what is shorter is a click.
    ///
    /// Spokestack calls it `vad-rise-delay`.
    public var riseDelay: Duration
    /// How long there must be no speech before a turn ends. Spokestack calls it `vad-fall-delay`.
    public var fallDelay: Duration
    /// How much sound from before the first speech belongs to the turn: soft beginnings are speech too.
    public var preRoll: Duration
    /// How much speech, pauses left out, opens a turn: what has less is a cough.
    public var minimumSpeech: Duration
    /// The longest turn, pre-roll included. Spokestack calls it `wake-active-max`.
    public var maximumLength: Duration

    /// Settings. The defaults were chosen on 200 recorded orders with ``EnergyDetector``: with a shorter fall delay
    /// turns are cut at a pause
    /// for thought, with less minimum speech a noisy room opens turns, and with more a short "six" is missed. Each is
    /// limited to 0…10 minutes, and the maximum length to at least 100 ms.
    public init(
        riseDelay: Duration = .milliseconds(60), fallDelay: Duration = .milliseconds(700),
        preRoll: Duration = .milliseconds(300), minimumSpeech: Duration = .milliseconds(140),
        maximumLength: Duration = .seconds(10)
    ) {
        self.riseDelay = riseDelay
        self.fallDelay = fallDelay
        self.preRoll = preRoll
        self.minimumSpeech = minimumSpeech
        self.maximumLength = maximumLength
    }

    static func samples(_ duration: Duration, rate: Int, atLeast least: Duration = .zero) -> Int {
        Int(max(least, min(.seconds(600), duration)) / .seconds(1) * Double(rate))
    }
}
