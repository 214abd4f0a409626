import Logging
import SaybusStage
import SaybusSupport
import Synchronization

/// A monitor of the conversations' thread, on which all handlers run. A handler that never gives it back ends the
/// program, since no conversation can go on, and a supervisor starts the program again.
final class BlockedThreadMonitor: Sendable {
    /// The monitor of this program; nil for conversations in a program that is no stage, or runs others besides.
    static let current = Mutex<BlockedThreadMonitor?>(nil)

    /// The time between two looks.
    private static let interval = Duration.seconds(1)
    /// The number of looks without an answer after which the thread counts as blocked. Looks are counted instead of
    /// time, which goes on while the whole program is stopped.
    private static let looks = 5

    private let context: StageContext
    private let isChecking = Mutex(false)

    /// Creates a monitor of the conversations of a stage.
    init(_ context: StageContext) { self.context = context }

    /// Whether a debugger is attached to this program.
    private static var isDebugged: Bool {
        guard let status = try? RegularFile("/proc/self/status", atMost: 64 << 10).bytes else { return false }
        return tracer(in: String(decoding: status, as: UTF8.self)) != 0
    }

    /// Returns the process that traces another one, by the other one's status file; 0 for none.
    static func tracer(in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }

    /// Finds out whether the conversations' thread is free, unless that is being found out.
    /// - Parameter what: The handler that has exceeded its time.
    func check(after what: String) {
        let isFirst = isChecking.withLock { isChecking in
            defer { isChecking = true }
            return !isChecking
        }
        guard isFirst else { return }
        let isFree = Watched(false)
        Task { @ConversationActor in isFree.change { $0 = true } }
        Task.detached { [self] in
            for _ in 1...Self.looks {
                try? await Task.sleep(for: Self.interval)
                guard !isFree.value else {
                    isChecking.withLock { $0 = false }
                    return
                }
            }
            // Whoever debugs the handler has stopped it.
            guard !Self.isDebugged else {
                isChecking.withLock { $0 = false }
                return
            }
            let problem = "\(what) blocks the conversations' thread: await what takes long, or do it on another thread"
            context.logger.critical("a handler blocks the conversations' thread", metadata: ["problem": "\(problem)"])
            await context.abort(problem)
        }
    }
}
