import Synchronization

/// A bounded number of open connections.
package final class ConnectionCount: Sendable {
    private let most: Int
    private let open = Mutex(0)

    package init(most: Int) { self.most = most }

    /// Counts a connection that has been opened; false when there are too many, and it must be closed.
    package func begin() -> Bool {
        open.withLock { open in
            guard open < most else { return false }
            open += 1
            return true
        }
    }

    /// Counts the end of a connection for which ``begin()`` has returned true.
    package func end() { open.withLock { $0 -= 1 } }
}
