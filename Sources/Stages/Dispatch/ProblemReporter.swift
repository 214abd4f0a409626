import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// A reporter of problems that do not stop the stage. Each distinct text is logged once. The stage's status shows the
/// newest of up to ``capacity`` texts.
package final class ProblemReporter: Sendable {
    /// Maximum number of distinct texts, since some texts contain names that arise at run time.
    static let capacity = 1000

    private struct State {
        var reported: Set<String> = []
        /// The text that ``report(_:)`` has shown last.
        var shown: String?
    }

    private let state = Mutex(State())
    private let logger: Logger
    /// Replaces the text in the status; nil removes it.
    package let show: @Sendable (String?) -> Void

    /// Creates a reporter that has reported nothing yet.
    /// - Parameter show: Replaces the text in the status; nil removes it.
    package init(_ logger: Logger, show: @escaping @Sendable (String?) -> Void) {
        (self.logger, self.show) = (logger, show)
    }

    /// Shows a text, and logs it unless it has been reported before.
    /// - Parameter isLogged: Whether the caller logs it itself, each time.
    package func report(_ text: String, isLogged: Bool = false) {
        let line = LogLine.clean(text)
        let (isNew, isShown) = state.withLock { state in
            let isKnown = state.reported.contains(line)
            guard isKnown || state.reported.count < Self.capacity else { return (false, true) }
            state.reported.insert(line)
            defer { state.shown = line }
            return (!isKnown, state.shown == line)
        }
        if isNew, !isLogged { logger.warning("\(line)") }
        if !isShown { show(line) }
    }

    /// Removes a text whose problem is over from the status, and allows it to be reported again.
    package func withdraw(_ text: String) {
        let line = LogLine.clean(text)
        let wasShown = state.withLock { state in
            state.reported.remove(line)
            defer { if state.shown == line { state.shown = nil } }
            return state.shown == line
        }
        guard wasShown else { return }
        logger.notice("resolved: \(line)")
        show(nil)
    }

    /// Clears the status and allows every text to be reported again.
    package func reset() {
        state.withLock { $0 = State() }
        show(nil)
    }
}
