import Dispatch
import Foundation
import SaybusSupport
import Synchronization

/// A watchdog that ends the program when its tasks do not end by themselves, such as a handler that never returns. A
/// supervisor can then start the program again.
///
/// It waits on a thread of its own, since all threads of the tasks may be blocked.
final class ExitWatchdog: Sendable {
    private let isStarted = Mutex(false)
    private let isOver = DispatchSemaphore(value: 0)

    /// Creates a watchdog that waits for nothing yet.
    init() {}

    /// Ends the program with the exit code of a failure, unless ``stop()`` is called in time.
    /// - Parameters:
    ///   - program: The program's name, which begins the line on standard error.
    ///   - reason: The reason in that line.
    func start(within time: Duration, program: String, _ reason: String) {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst else { return }
        let milliseconds = Int(time.milliseconds)
        Thread.detachNewThread { [isOver] in
            guard isOver.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
            Self.exit(program, reason)
        }
    }

    /// Lets the program go on: its tasks have ended.
    func stop() { isOver.signal() }

    /// Ends the program at once.
    static func exit(_ program: String, _ reason: String) -> Never {
        StandardError.shared.write("\(program): \(reason)\n")
        // Exit handlers would run beside the threads that are blocked.
        _exit(StageFailure.Code.failed.rawValue)
    }
}
