import Foundation
import SaybusSupport
import Synchronization

/// The service manager that has started this program, such as systemd, and waits for its state (sd_notify(3)). Safe to
/// use from any thread.
package final class ServiceManager: Sendable {
    /// The manager of this process; nil when none waits for its state.
    package static let own = ServiceManager(
        environment: ProcessInfo.processInfo.environment, processID: getpid())

    private struct Sent {
        var status = ""
        var lastBeat: ContinuousClock.Instant?
    }

    private let socket: DatagramSocket
    /// The time without a sign of life after which the manager ends the program; nil without a watchdog.
    let watchdog: Duration?
    private let sent = Mutex(Sent())

    /// Connects to the manager.
    /// - Returns: nil when there is none, or when it waits for another process, of which this one is a child.
    init?(environment: [String: String], processID: Int32) {
        func isOther(_ variable: String) -> Bool { environment[variable].map { $0 != "\(processID)" } ?? false }
        guard let path = environment["NOTIFY_SOCKET"], !isOther("SYSTEMD_EXEC_PID"),
            let socket = DatagramSocket(path: path)
        else { return nil }
        self.socket = socket
        let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdog = limit > 0 && !isOther("WATCHDOG_PID") ? .microseconds(limit) : nil
    }

    /// Tells that the program works. Units that wait for it are started now.
    package func ready(_ status: String) { socket.send(text(["READY=1"], status)) }

    /// Tells that the program has begun to end.
    package func stopping() { socket.send(text(["STOPPING=1"], "stopping")) }

    /// Tells the status if it has changed, and feeds the watchdog when a third of its time has passed. To be called at
    /// each heartbeat; never waits.
    package func beat(_ status: String, now: ContinuousClock.Instant = .now) {
        let (isDue, isNews) = sent.withLock { sent in
            let isDue = watchdog.map { limit in sent.lastBeat.map { now - $0 >= limit / 3 } ?? true } ?? false
            if isDue { sent.lastBeat = now }
            return (isDue, sent.status != status)
        }
        guard isDue || isNews else { return }
        socket.send(text(isDue ? ["WATCHDOG=1"] : [], status), waits: false)
    }

    private func text(_ lines: [String], _ status: String) -> [UInt8] {
        sent.withLock { $0.status = status }
        return Array((lines + ["STATUS=\(LogLine.clean(status))"]).joined(separator: "\n").utf8)
    }
}
