/// A detector of standstills of the program: it was frozen, or its machine was. Pure: time is passed in as microseconds
/// of a steady clock.
///
/// After a standstill all timers are due at once, but what other programs sent meanwhile has not been read yet. A
/// decision that nothing has come must wait for it.
struct StandstillDetector: Sendable {
    /// Microseconds that the thread may be late without having stood still.
    static let tolerance: Int64 = 500_000
    /// Microseconds in which the program reads the messages of a standstill.
    static let recovery: Int64 = 1_000_000

    private var expected = Int64.max
    /// The time from which on everything has been read that came during the last standstill.
    private(set) var recovered = Int64.min

    /// Records that the thread is about to sleep.
    /// - Parameter milliseconds: The longest time; nil for no limit.
    mutating func willSleep(at now: Int64, for milliseconds: Int?) {
        update(at: now)
        let longest = (Int64.max - max(0, now)) / 1000
        expected = milliseconds.flatMap { $0 < longest ? now + Int64($0) * 1000 : nil } ?? .max
    }

    /// Records that the thread has woken up, and works on at once.
    mutating func didWake(at now: Int64) {
        update(at: now)
        expected = now
    }

    /// Returns whether messages from the time of a standstill may still wait.
    func isBehind(at now: Int64) -> Bool { now < recovered }

    private mutating func update(at now: Int64) {
        if expected < now - Self.tolerance { recovered = now + Self.recovery }
    }
}
