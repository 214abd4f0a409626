import SaybusSupport
import Synchronization

/// The numbers of refused requests, by which the log stays short: anybody who reaches the console can be refused.
final class RefusedRequests: Sendable {
    private let counts = Mutex(RefusalCounts())

    /// Counts a refusal.
    /// - Parameter sort: Its sort, such as the status of the answer.
    /// - Returns: The number of refusals of the sort; nil when this one is not logged.
    func loggedCount(of sort: String) -> Int? {
        let count = counts.withLock { $0.record(sort) }
        return count.isLoggedCount ? count : nil
    }
}
