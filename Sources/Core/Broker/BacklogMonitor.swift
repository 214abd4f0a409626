/// A monitor of the messages that wait for subscribers: decides when to count them for each subscriber, and when to
/// close connections. Pure.
///
/// The messages in libzmq's queues are counted in bytes, for all subscribers together. From an eighth of the limit on,
/// they are also counted for each subscriber. A subscriber for which half of the limit waits does not read, and is
/// disconnected. When the limit is reached in all, those are disconnected for which most waits.
struct BacklogMonitor: Sendable {
    /// The next thing to do.
    enum Step: Sendable, Equatable {
        case nothing
        /// Begin to count for each subscriber.
        case beginCounting
        /// Count for each subscriber no longer.
        case endCounting
        /// Close the connections for which most waits.
        case close
        /// Forward nothing, because closing connections did not help yet.
        case drop
    }

    /// The bytes that may wait in all.
    let limit: Int
    /// Whether what waits is counted for each subscriber.
    private(set) var isCounting = false
    /// The bytes at which connections are closed next.
    private var closingLevel: Int

    init(limit: Int) { (self.limit, closingLevel) = (limit, limit) }

    /// The bytes that may wait for one subscriber.
    var subscriberLimit: Int { limit / 2 }
    /// The bytes for one subscriber below which its connection is never closed.
    var minimumClosed: Int { limit / 16 }

    mutating func step(bytes: Int) -> Step {
        if !isCounting, bytes >= limit / 8 {
            isCounting = true
            return .beginCounting
        }
        if isCounting, bytes < limit / 16 {
            isCounting = false
            return .endCounting
        }
        if bytes < limit / 2 { closingLevel = limit }
        if bytes >= closingLevel {
            closingLevel = bytes + limit / 4
            return .close
        }
        return bytes >= 2 * limit ? .drop : .nothing
    }
}
