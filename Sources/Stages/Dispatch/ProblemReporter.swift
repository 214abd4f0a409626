import Logging
import SaybusSupport
import Synchronization

/// A reporter of problems that do not stop the stage. Each distinct text is logged once. The stage's status shows the
/// newest of up to ``capacity`` texts of the most important origin that has any.
package final class ProblemReporter: Sendable {
    /// Maximum number of distinct texts of an origin, since some texts contain names that arise at run time.
    static let capacity = 1000

    /// The part of the program that has a problem, by importance.
    package enum Origin: Sendable, CaseIterable {
        /// The app's file, which has at most one: each look at the file replaces what the former one has found.
        case file
        /// Another program that runs the same app.
        case precedence
        /// The journal of turns.
        case journal
        /// The file in which an app keeps what is due. A look at the app's own file leaves it as it is.
        case memory
        /// The app's commands and sounds.
        case commands
    }

    private struct State {
        /// The open problems of each origin, the newest one last.
        var open: [Origin: [String]] = [:]
        /// The text in the status.
        var shown: String?

        var newest: String? { Origin.allCases.lazy.compactMap { open[$0]?.last }.first }

        func has(_ text: String) -> Bool { open.values.contains { $0.contains(text) } }

        /// Removes a text from all origins.
        mutating func remove(_ text: String) {
            for origin in Origin.allCases { open[origin]?.removeAll { $0 == text } }
        }
    }

    private let state = Mutex(State())
    private let logger: Logger
    /// Replaces the text in the status; nil removes it.
    private let show: @Sendable (String?) -> Void

    /// Creates a reporter that has reported nothing yet.
    /// - Parameter show: Replaces the text in the status; nil removes it.
    package init(_ logger: Logger, show: @escaping @Sendable (String?) -> Void) {
        (self.logger, self.show) = (logger, show)
    }

    /// Shows a text unless there is a more important one, and logs it unless it has been reported before.
    /// - Parameters:
    ///   - text: The problem.
    ///   - origin: The part of the program that has it.
    ///   - isLogged: Whether the caller logs it itself, each time.
    package func report(_ text: String, from origin: Origin = .commands, isLogged: Bool = false) {
        let line = LogLine.clean(text)
        let isNew = change { state in
            let isKnown = state.has(line)
            if origin == .file { state.open[origin] = [] }
            guard isKnown || state.open[origin, default: []].count < Self.capacity else { return false }
            state.remove(line)
            state.open[origin, default: []].append(line)
            return !isKnown
        }
        if isNew, !isLogged { logger.warning("\(line)") }
    }

    /// Removes a text whose problem is over, and allows it to be reported again. The status shows what remains.
    package func withdraw(_ text: String) {
        let line = LogLine.clean(text)
        let wasOpen = change { state in
            defer { state.remove(line) }
            return state.has(line)
        }
        if wasOpen { logger.notice("resolved: \(line)") }
    }

    /// Removes the texts whose problem is over by a filter, and allows them to be reported again.
    package func withdraw(where isOver: (String) -> Bool) {
        let over = change { state in
            let over = Set(state.open.values.joined().filter(isOver))
            for line in over { state.remove(line) }
            return over
        }
        for line in over.sorted() { logger.notice("resolved: \(line)") }
    }

    /// Removes the texts of some origins, and allows them to be reported again. The status shows what remains.
    package func reset(_ origins: Origin...) {
        change { state in for origin in origins { state.open[origin] = nil } }
    }

    /// Changes the open problems, and shows the most important one if it is another one now.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, isChanged, shown) = state.withLock { state in
            let result = body(&state)
            let isChanged = state.newest != state.shown
            state.shown = state.newest
            return (result, isChanged, state.shown)
        }
        if isChanged { show(shown) }
        return result
    }
}
