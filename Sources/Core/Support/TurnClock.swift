/// The times of a turn's messages since its first one, for people who follow it. Pure.
///
/// They are those in the messages, unless these cannot be: when a clock was set meanwhile, or is another one, they lie
/// before that of an earlier message or after the present. Then the time of this program's steady clock counts, and
/// later messages are corrected by the difference.
package struct TurnClock: Sendable {
    /// The microseconds by which the clocks of several programs may differ.
    static let tolerance: Int64 = 1_000_000

    /// The time of the first message, in Unix microseconds.
    package let start: Int64
    private let steadyStart: Int64
    private var correction: Int64 = 0
    private var latest: Int64 = 0

    /// Begins with a message.
    /// - Parameters:
    ///   - start: The time of the first message, in Unix microseconds.
    ///   - steady: The time now, in microseconds of the steady clock.
    package init(start: Int64, steady: Int64) { (self.start, steadyStart) = (start, steady) }

    /// Returns the microseconds since the first message.
    /// - Parameters:
    ///   - time: The time of a message, in Unix microseconds.
    ///   - steady: The time now, in microseconds of the steady clock.
    package mutating func elapsed(to time: Int64, steady: Int64) -> Int64 {
        // Publishers may send any number, for which these operations wrap around.
        var elapsed = time &- start &+ correction
        let present = max(0, steady - steadyStart)
        if !(latest - Self.tolerance...max(latest, present) + Self.tolerance).contains(elapsed) {
            correction = correction &+ present &- elapsed
            elapsed = present
        }
        latest = max(latest, elapsed)
        return elapsed
    }
}
