import Logging
import SaybusSupport
import Synchronization

/// The connections that a stage's server could not accept since no descriptor was left, as the log and the status show
/// them.
package final class DescriptorShortage: Sendable {
    private let context: StageContext
    private let count = Mutex(0)

    /// Creates the count of a stage.
    package init(_ context: StageContext) { self.context = context }

    /// Records that a connection cannot be accepted.
    package func record() {
        let count = count.withLock { count in
            count += 1
            return count
        }
        if count.isLoggedCount {
            context.logger.warning("no descriptor is left for a connection", metadata: ["count": "\(count)"])
        }
        context.show("no descriptor is left for a connection: raise the limit of open files (ulimit -n)")
    }
}
