import Foundation
import Glibc
import Synchronization

/// A watchdog that ends the program when its tasks do not end by themselves, such as a handler that never returns. A
/// supervisor can then start the program again.
///
/// It looks from a thread of its own, since all threads of the tasks may be blocked. Looks are counted instead of
/// time, which goes on while the whole program is stopped. A semaphore would wait by the time of day, which may be set.
package final class ExitWatchdog: Sendable {
    /// The microseconds between two looks.
    private static let interval: UInt32 = 500_000

    private let isStarted = Mutex(false)
    private let isOver = Atomic(false)

    /// Creates a watchdog that waits for nothing yet.
    package init() {}

    /// Ends the program with the exit code of a failure, unless ``stop()`` is called in time.
    /// - Parameters:
    ///   - program: The program's name, which begins the line on standard error.
    ///   - reason: The reason in that line.
    package func start(within time: Duration, program: String, _ reason: String) {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        guard isFirst else { return }
        let looks = Int((time / .microseconds(Int(Self.interval))).rounded(.up))
        Thread.detachNewThread { [self] in
            for _ in 0..<looks {
                usleep(Self.interval)
                if isOver.load(ordering: .relaxed) { return }
            }
            Self.exit(program, reason)
        }
    }

    /// Lets the program go on: its tasks have ended.
    package func stop() { isOver.store(true, ordering: .relaxed) }

    /// Ends the program at once.
    static func exit(_ program: String, _ reason: String) -> Never {
        StandardError.shared.write("\(program): \(reason)\n")
        // Exit handlers would run beside the threads that are blocked.
        _exit(StageFailure.Code.failed.rawValue)
    }
}
