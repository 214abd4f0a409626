import Dispatch
import Foundation
import SaybusProcesses
import Synchronization

/// A run of a benchmark that SIGINT, SIGTERM and SIGHUP end, with all programs that it has started.
public enum InterruptibleRun {
    /// The end of a benchmark by a signal.
    public struct Interruption: Error, Sendable, CustomStringConvertible {
        let signal: Int32
        /// The exit code by which shells report the signal.
        public var exitCode: Int32 { 128 + signal }
        /// A sentence for the user.
        public var description: String {
            "ended by signal \(signal) (\(String(cString: strsignal(signal)))), and so were all programs that it had started"
        }
    }

    /// The time in which a cancelled benchmark ends by itself; one that blocks a thread does not.
    private static let grace = DispatchTimeInterval.seconds(5)
    /// The time that is left after SIGTERM, and after SIGKILL, to all programs.
    private static let endTime = 3

    /// Runs a benchmark.
    ///
    /// The first signal cancels its task. If it goes on, its programs get SIGTERM and then SIGKILL, and at last this
    /// process exits. A second signal kills the programs, and exits at once.
    /// - Throws: ``Interruption`` after a signal; otherwise the benchmark's error.
    public static func run<Value: Sendable>(
        _ benchmark: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // Signals are caught before the first program starts.
        let received = Mutex<Int32?>(nil)
        let running = Mutex<Task<Value, any Error>?>(nil)
        let catching = await StopSignals.Catching { signal in
            let isFirst = received.withLock { received in
                defer { received = received ?? signal }
                return received == nil
            }
            guard isFirst else { return kill(signal) }
            running.withLock { $0?.cancel() }
            let (queue, late) = (DispatchQueue.global(), DispatchTime.now() + grace)
            queue.asyncAfter(deadline: late) { SpawnedProcess.signalAll(SIGTERM) }
            queue.asyncAfter(deadline: late + .seconds(endTime)) { SpawnedProcess.signalAll(SIGKILL) }
            queue.asyncAfter(deadline: late + .seconds(2 * endTime)) { kill(signal) }
        }
        defer { catching.end() }
        let task = Task { try await benchmark() }
        running.withLock { $0 = task }
        if received.withLock({ $0 != nil }) { task.cancel() }
        let result = await task.result
        if let signal = received.withLock({ $0 }) { throw Interruption(signal: signal) }
        return try result.get()
    }

    /// Kills all programs, and exits.
    private static func kill(_ signal: Int32) {
        SpawnedProcess.signalAll(SIGKILL)
        _exit(128 + signal)
    }
}
