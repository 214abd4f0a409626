import SaybusZeroMQ
import Synchronization

/// Runs tasks on the bus's own thread, between two messages.
///
/// A task that waits for a message there is resumed without waking another thread, which is a fifth of a message's whole way. What runs
/// here must not block: no message is received meanwhile.
public final class BusExecutor: TaskExecutor, Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        var isClosed = false
        var isRunning = false
    }

    private let state = Mutex(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// Takes a job; once the bus is closed, the global executor does.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isClosed, isAsleep) = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return (state.isClosed, !state.isRunning)
        }
        if isClosed {
            globalConcurrentExecutor.enqueue(job)
        } else if isAsleep {
            wakeUp.signal()
        }
    }

    /// The bus's thread says that it is awake: jobs need not wake it until ``runAll()``.
    func awake() { state.withLock { $0.isRunning = true } }

    /// Runs what is there now, on the bus's thread.
    func runWaiting() {
        let jobs = state.withLock { state in
            if state.jobs.isEmpty { return [UnownedJob]() }
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Runs what is there, on the bus's thread, before it sleeps.
    func runAll() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                if state.jobs.isEmpty { state.isRunning = false }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// The thread ends: what is left and what comes runs elsewhere.
    func close() {
        let left = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in left { globalConcurrentExecutor.enqueue(job) }
    }
}
