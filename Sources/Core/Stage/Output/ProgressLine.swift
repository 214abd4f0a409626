import Foundation
import Synchronization

/// A line on standard error that shows how far long work is.
///
/// On a terminal, one line is rewritten at most five times a second, and removed at the end. Elsewhere, such as in a
/// log, a line is written every ten seconds.
public final class ProgressLine: Sendable {
    /// The line of the command that the current task works for; nil when nobody watches.
    @TaskLocal public static var current: ProgressLine?

    private struct State {
        var progress = WorkProgress()
        var shownAt: ContinuousClock.Instant?
        /// Whether the terminal shows the line now.
        var isShown = false
    }

    private static let terminalPause = Duration.milliseconds(200)
    private static let logPause = Duration.seconds(10)

    private let work: String
    private let columns: @Sendable () -> Int?
    private let write: @Sendable (String) -> Void
    private let started: ContinuousClock.Instant
    private let state: Mutex<State>

    /// Creates a line.
    /// - Parameter work: The command, such as `saybus evaluate speech`.
    public convenience init(_ work: String) {
        let descriptor = StandardError.shared.descriptor
        self.init(
            work, columns: { Self.columns(of: descriptor) }, write: { StandardError.shared.write($0) }, now: .now)
    }

    /// Returns a line when standard error is a terminal; nil otherwise, for work that has no end and would fill a log.
    /// - Parameter work: The command.
    public static func onTerminal(_ work: String) -> ProgressLine? {
        columns(of: StandardError.shared.descriptor) == nil ? nil : ProgressLine(work)
    }

    /// Creates a line with an output of its own.
    /// - Parameters:
    ///   - columns: Returns the columns of the terminal; nil when the output is none.
    ///   - write: Writes text.
    init(
        _ work: String, columns: @escaping @Sendable () -> Int?, write: @escaping @Sendable (String) -> Void,
        now: ContinuousClock.Instant
    ) {
        (self.work, self.columns, self.write, started) = (work, columns, write, now)
        // A log begins with the first line after the pause, so that short work writes nothing.
        state = Mutex(State(shownAt: columns() == nil ? now : nil))
    }

    /// Shows how far the work is, if it is time for that.
    public func update(_ progress: WorkProgress) { update(progress, now: .now) }

    /// Shows how far the work is.
    /// - Parameters:
    ///   - done: The number of parts that are done.
    ///   - total: The number of all parts; nil when unknown.
    ///   - detail: The part that is worked on.
    public func update(_ done: Int, of total: Int?, _ detail: String = "") {
        update(WorkProgress(done: done, total: total, detail: detail))
    }

    func update(_ progress: WorkProgress, now: ContinuousClock.Instant) {
        state.withLock { state in
            state.progress = progress
            show(&state, now: now)
        }
    }

    /// Shows the time that has passed, while the work itself reports nothing.
    public func tick() { state.withLock { show(&$0, now: .now) } }

    /// Shows the time that passes while a closure runs.
    public func ticking<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let ticker = Task {
            while !Task.isCancelled {
                tick()
                // The pace of the line; cancelled at the end.
                try? await Task.sleep(for: .seconds(1))
            }
        }
        defer {
            ticker.cancel()
            clear()
        }
        return try await body()
    }

    /// Writes a text between two states of the line.
    public func interrupt(_ body: () throws -> Void) rethrows {
        clear()
        try body()
    }

    /// Removes the line from the terminal, if it is shown.
    public func clear() {
        state.withLock { state in
            if state.isShown { write("\r\u{1B}[K") }
            (state.isShown, state.shownAt) = (false, columns() == nil ? state.shownAt : nil)
        }
    }

    private func show(_ state: inout State, now: ContinuousClock.Instant) {
        let width = columns()
        if let last = state.shownAt, now - last < (width == nil ? Self.logPause : Self.terminalPause) { return }
        state.shownAt = now
        let text = state.progress.line(work, after: now - started)
        guard let width else { return write(text + "\n") }
        state.isShown = true
        // A line that fills the last column would be wrapped by some terminals.
        write("\r" + String(text.prefix(max(1, width - 1))) + "\u{1B}[K")
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
