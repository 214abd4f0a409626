import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// Reports problems that do not stop the stage. Each distinct text is logged, and shown in the stage's status, once.
package final class ProblemReporter: Sendable {
    /// Maximum number of distinct texts, since some texts contain names that arise at run time.
    static let capacity = 1000

    private let reported = Mutex<Set<String>>([])
    private let logger: Logger
    /// Replaces the text in the status; nil removes it.
    package let show: @Sendable (String?) -> Void

    /// Creates a reporter that has reported nothing yet.
    /// - Parameter show: Replaces the text in the status; nil removes it.
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

    /// Clears the status and allows every text to be reported again.
    package func reset() {
        reported.withLock { $0 = [] }
        show(nil)
    }
}
