/// The decision when subscribers that do not keep up are sought and their connections closed. Pure.
///
/// The messages that wait in libzmq's queues are counted in bytes, for all subscribers together. When they reach
/// half of the limit, each connection gets a marker behind the messages that wait for it. When they reach the
/// limit, the connections whose marker still waits have not read the first half since, and are closed. So no
/// subscriber makes the broker hold more than the limit, and one that reads is not punished for another.
struct BacklogMonitor: Sendable {
    /// The next thing to do.
    enum Step: Sendable, Equatable {
        case nothing
        /// Send a marker to each connection, in place of earlier ones.
        case mark
        /// Close the connections whose marker has not passed.
        case close
        /// Forward nothing, because closing connections did not help yet.
        case drop
    }

    /// The bytes that may wait.
    let limit: Int
    /// The bytes at which the connections whose marker has not passed are closed; nil when none has a marker.
    private var closingLevel: Int?

    init(limit: Int) { self.limit = limit }

    mutating func step(bytes: Int) -> Step {
        if let level = closingLevel {
            if bytes >= level {
                closingLevel = nil
                return .close
            }
            if bytes < limit / 4 { closingLevel = nil }
        } else if bytes >= limit / 2 {
            closingLevel = max(limit, bytes + limit / 4)
            return .mark
        }
        return bytes >= 2 * limit ? .drop : .nothing
    }
}
