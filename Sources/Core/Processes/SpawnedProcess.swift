import Dispatch
import Foundation
import SaybusSupport
import Synchronization

/// A child process that lives as long as this object. When the object is deallocated, the process group is
/// killed and the child is reaped.
///
/// It is started with `posix_spawn`, because synchronous code owns such a process: it starts in an
/// initializer and ends in a deinitializer. swift-subprocess, which all other runs use, ties a process to the
/// duration of an asynchronous call.
///
/// The child leads a process group of its own, has no signals blocked, and handles all signals in the default way.
package final class SpawnedProcess: Sendable {
    /// The source or destination of one of a child's standard streams.
    package enum Stream: Sendable {
        /// `/dev/null`.
        case null
        /// The same as that of this process.
        case inherited
        /// A descriptor, which remains the caller's to close.
        case descriptor(Int32)
    }

    /// The child's process id. No other process gets it while this object exists, because the child is not
    /// reaped before.
    package let processID: pid_t
    private let ended = Watched<ProcessTermination?>(nil)
    private let exit = DispatchGroup()

    private static let starting = Mutex(())
    /// The process ids of all children that are not reaped.
    private static let alive = Mutex<Set<pid_t>>([])

    /// Starts a program.
    package init(
        _ command: ProcessCommand, input: Stream = .null, output: Stream = .null, error: Stream = .null
    ) throws(ProcessError) {
        processID = try Self.starting.withLock { _ throws(ProcessError) in
            let processID = try Self.spawn(command, [input, output, error])
            Self.alive.withLock { _ = $0.insert(processID) }
            return processID
        }
        let (ended, exit, processID) = (ended, exit, processID)
        exit.enter()
        Thread.detachNewThread {
            var information = siginfo_t()
            // Leaves the child as a zombie, so that no other process gets its id while signals may still be sent to
            // it.
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let status = information._sifields._sigchld.si_status
            ended.change { $0 = information.si_code == CLD_EXITED ? .exited(status) : .signalled(status) }
            exit.leave()
        }
    }

    deinit {
        // The group exists as long as any process in it, so it can outlive its leader.
        kill(-processID, SIGKILL)
        Self.alive.withLock { _ = $0.remove(processID) }
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }

    /// The way in which the process ended; nil while it runs.
    package var termination: ProcessTermination? { ended.value }

    /// Waits for the end of the process.
    /// - Returns: Nil when it is still running after this time.
    func termination(within time: Duration) async -> ProcessTermination? {
        _ = await ended.wait(within: time) { $0 != nil }
        return ended.value
    }

    /// Waits for the end of the process, or until the task is cancelled.
    package func waitForEnd() async { await ended.wait { $0 != nil } }

    /// Waits for the end of the process and blocks the thread meanwhile.
    /// - Returns: Nil when it is still running at the deadline.
    package func blockingTermination(before deadline: ContinuousClock.Instant) -> ProcessTermination? {
        let rest = max(0, Int((deadline - .now) / .milliseconds(1)))
        _ = exit.wait(timeout: .now() + .milliseconds(rest))
        return ended.value
    }

    /// Sends a signal to the process, not to its group, unless it has ended.
    ///
    /// After `SIGSTOP` all threads of the process have stopped when this returns.
    package func send(_ signal: Int32) {
        guard termination == nil, kill(processID, signal) == 0, signal == SIGSTOP else { return }
        // The kernel stops the threads one by one: those on another core may finish a system call.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processID), &information, WSTOPPED | WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Sends a signal to the process groups of all children: for a program that must end at once, whatever its threads
    /// do.
    package static func signalAll(_ signal: Int32) {
        alive.withLock { ids in for id in ids { kill(-id, signal) } }
    }

    /// Runs a closure while no ``SpawnedProcess`` is being started.
    ///
    /// Between its creation and `execve` a child holds copies of this process's descriptors, and so of its file
    /// locks.
    package static func whileNoneStarts(_ body: () -> Void) { starting.withLock { _ in body() } }
}
