import SaybusSupport

/// The count of a satellite's connections, losses and failed attempts, which decides what is logged of them. Pure.
///
/// A loss and the next connection have one line each. For a satellite that leaves again and again as soon as it is
/// there, the first, second, fourth, … of its losses have them.
struct SatelliteContact: Sendable {
    /// The time after which a connection counts as a lasting one.
    static let lasting = Duration.seconds(60)
    /// The failed attempts in a row that have a line when the loss before them had none.
    static let absence = 12

    /// The attempts since the last connection.
    private var attempts = 0
    /// The losses since the last connection that lasted.
    private var losses = 0

    /// Records a connection.
    /// - Returns: The number of attempts that it took; nil when it is not logged.
    mutating func connected() -> Int? {
        defer { attempts = 0 }
        return losses.isLoggedCount ? attempts + 1 : nil
    }

    /// Records that the connection was lost.
    /// - Returns: The number of losses in a row; nil when it is not logged.
    mutating func lost(after time: Duration) -> Int? {
        losses = time < Self.lasting ? losses + 1 : 1
        return losses.isLoggedCount ? losses : nil
    }

    /// Records an attempt that has failed.
    /// - Returns: Whether it is logged: once, as the satellite may be switched off for days, and not after a loss with
    ///   a line. After another loss the last line would say that the satellite is there.
    mutating func failed() -> Bool {
        attempts += 1
        if attempts == 1, losses == 0 { return true }
        guard attempts == Self.absence, !losses.isLoggedCount else { return false }
        losses = 0
        return true
    }
}
