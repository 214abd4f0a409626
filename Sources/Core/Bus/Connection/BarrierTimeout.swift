/// The end of a wait in ``Bus/ready(within:)`` by its time limit.
struct BarrierTimeout: Error, Equatable {
    /// The most retained messages that may be the heartbeats of other programs, which come once a second.
    static let maximumHeartbeats = 1000

    /// The number of retained messages that arrived during the wait.
    let retained: Int

    /// Returns the error for the caller.
    /// - Parameter obstacle: The obstacle between this program and the broker; nil when none is known.
    func error(at address: BusAddress, within time: Duration, _ obstacle: BrokerProbe.Obstacle?) -> BusError {
        if let refusal = obstacle?.refusal(at: address) { return refusal }
        // Another broker would not help where one answers, or has the sockets.
        let reason =
            if retained > Self.maximumHeartbeats {
                "the broker at \(address) answers, but has sent \(retained) retained messages within \(time.inWords), and more are to come; wait longer, or end the program that publishes so many (saybus-tap shows it)"
            } else if obstacle == nil, address.directory != nil {
                "the broker at \(address) runs, but does not answer within \(time.inWords); for its process and what to do: saybus doctor --bus \(address)"
            } else {
                "no broker answers at \(address) within \(time.inWords); start one with: saybus-broker --bus \(address)"
            }
        return BusError(.noBroker, reason)
    }
}
