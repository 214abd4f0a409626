import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// Reports problems that do not stop the stage. Each distinct text is logged, and shown in the stage's status, once.
package final class ProblemReporter: Sendable {
    /// Distinct texts reported at most: some contain names that are made up at run time.
    static let capacity = 1000

    private let reported = Mutex<Set<String>>([])
    private let logger: Logger
    /// Shows a text in the status, in place of the one before; none when nil.
    package let show: @Sendable (String?) -> Void

    /// A reporter that has reported nothing yet.
    /// - Parameter show: Puts a text into the status, or takes it away when nil.
    package init(_ logger: Logger, show: @escaping @Sendable (String?) -> Void) {
        (self.logger, self.show) = (logger, show)
    }

    /// Reports a text, unless it has been reported before.
    package func report(_ text: String) {
        let line = LogLine.clean(text)
        guard reported.withLock({ $0.count < Self.capacity && $0.insert(line).inserted }) else { return }
        logger.warning("\(line)")
        show(line)
    }

    /// Clears the status. Every text may be reported again: the cause has changed.
    package func reset() {
        reported.withLock { $0 = [] }
        show(nil)
    }
}
