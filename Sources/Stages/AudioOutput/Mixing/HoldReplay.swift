/// The samples of a sequence that are repeated after a hold: those since the beginning of the word in which it was
/// held, or outside a word those of the fade. Pure.
struct HoldReplay: Sendable {
    /// The maximum length of a word that is repeated, in seconds.
    private static let maximumWordSeconds = 3

    /// The samples of a fade.
    private let fade: Int
    private let maximumWordSamples: Int
    /// The samples since the word began; outside a word, only the most recent ones.
    private var history: [Int16] = []
    private var isInWord = false
    /// The samples that are to be repeated.
    private var waiting: ArraySlice<Int16> = []

    /// Creates the replay of a sequence that has not begun.
    /// - Parameters:
    ///   - fade: The samples of a fade.
    ///   - rate: The sample rate.
    init(fade: Int, rate: Int) { (self.fade, maximumWordSamples) = (fade, Self.maximumWordSeconds * rate) }

    /// Whether nothing is to be repeated.
    var isEmpty: Bool { waiting.isEmpty }

    /// Records that a word begins with the next sample.
    mutating func beginWord() { (history, isInWord) = ([], true) }

    /// Records that no word goes on.
    mutating func endWord() { (history, isInWord) = ([], false) }

    /// Records samples that were mixed.
    mutating func record(_ samples: ArraySlice<Int16>) {
        history += samples
        if isInWord, history.count > maximumWordSamples { isInWord = false }
        // Seldom, since removing the first samples moves the others.
        if !isInWord, history.count > 8 * fade { history.removeFirst(history.count - fade) }
    }

    /// Keeps samples for the time after a hold, which begins now.
    /// - Returns: The number of samples by which the sequence goes back.
    mutating func hold() -> Int {
        let returned = isInWord ? history[...] : history.suffix(fade)
        waiting = returned + waiting
        history = []
        return returned.count
    }

    /// Removes and returns at most a number of samples that are to be repeated.
    mutating func take(_ count: Int) -> [Int16] {
        let samples = Array(waiting.prefix(count))
        waiting = waiting.dropFirst(samples.count)
        return samples
    }

    /// Drops everything, because the sequence goes on elsewhere.
    mutating func clear() {
        endWord()
        waiting = []
    }
}
