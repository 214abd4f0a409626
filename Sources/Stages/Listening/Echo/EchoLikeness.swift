/// Tells what is left of the echo by its likeness to what was played: who speaks over it says something else.
struct EchoLikeness {
    /// How much is compared: 0.25 s.
    private static let window = 4_000
    /// How often, in samples: 80 ms.
    private static let interval = 1_280
    /// How alike what is left and what was played are when it is echo, 0…1. With less the user is taken for echo, with more the assistant for
    /// the user while the filter learns: in 10 simulated rooms it began 7 turns without this, and none with 0.30 to 0.40.
    private static let likeness: Float = 0.35

    private var search = LagSearch(window: window, lags: EchoCanceller.tail)
    private var played = [Int16](repeating: 0, count: window + EchoCanceller.tail)
    private var since = 0
    private var isAlike = false

    /// Takes what is left of a block, and what was played, shifted as for the filter.
    /// - Returns: Whether what is left is echo.
    mutating func isEcho(left: [Int16], played block: [Int16]) -> Bool {
        search.hear(left)
        played += block
        played.removeFirst(block.count)
        since += left.count
        guard since >= Self.interval else { return isAlike }
        since = 0
        isAlike = search.best(above: Self.likeness, played: played) != nil
        return isAlike
    }
}
