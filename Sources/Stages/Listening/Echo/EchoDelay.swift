/// Finds how long what the loudspeaker gets takes to reach the microphone, by correlating the two.
struct EchoDelay {
    /// The longest that is looked for: 0.75 s. Sound servers and Bluetooth take their time.
    static let longest = 12_000
    /// How much of the microphone's sound is compared: 0.5 s.
    private static let window = 8_000
    /// How often, in samples, while the delay is not known, and when it is: 0.125 s and 0.25 s.
    private static let (soon, later) = (2_000, 4_000)
    /// How alike the two must be, 0…1, for anything of the loudspeaker to be in the microphone's sound.
    private static let likeness: Float = 0.3
    /// More alike than this, a finding counts twice.
    private static let closeLikeness: Float = 0.6
    /// How much two findings may differ that are the same.
    private static let tolerance = 2 * LagSearch.step
    /// How often in a row it must be found: the sounds of the first and of the last finding differ.
    private static let enough = 4

    /// The delay in samples of 16 kHz; nil until it is known.
    private(set) var samples: Int?
    /// Whether the delay was found in what is playing now: a loudspeaker that was opened anew may have another one.
    private(set) var isConfirmed = false
    /// Whether what was played seems to be in what was recorded, as they were compared last: much of it, or twice with
    /// about the same delay.
    private(set) var isAlike = false

    private var search = LagSearch(window: window, lags: longest)
    private var since = 0
    private var candidate: Int?
    /// How often it was found in a row.
    private var agreed = 0

    /// What is played from now on may come with another delay.
    mutating func doubt() { (isConfirmed, isAlike, candidate, agreed) = (false, false, nil, 0) }

    /// Takes what was recorded.
    /// - Parameter played: What the loudspeaker got on the same count, as much as is asked for, up to where the recorded sound ends. Of its end
    ///   something may be missing that has not come yet.
    mutating func take(_ recorded: [Int16], played: (_ count: Int) -> [Int16]) {
        search.hear(recorded)
        since += recorded.count
        guard since >= (isConfirmed ? Self.later : Self.soon) else { return }
        since = 0
        let found = search.best(above: Self.likeness, played: played(Self.window + Self.longest))
        guard let (lag, likeness) = found else {
            isAlike = false
            return
        }
        let change = candidate.map { abs($0 - lag) } ?? .max
        isAlike = change <= EchoCanceller.lead || likeness > Self.closeLikeness
        agreed = (change <= Self.tolerance ? agreed : 0) + (likeness > Self.closeLikeness ? 2 : 1)
        candidate = lag
        // The loudspeaker ran dry, or the microphone lost something: what is learnt of the room fits no more.
        if let samples, abs(samples - lag) > EchoCanceller.lead { isConfirmed = false }
        if let samples, abs(samples - lag) <= Self.tolerance, agreed >= Self.enough / 2 { isConfirmed = true }
        guard agreed >= Self.enough else { return }
        (samples, isConfirmed) = (lag, true)
    }
}
