import SaybusZeroMQ
import Synchronization

/// A task executor that runs jobs on the bus's own thread, between two messages.
///
/// A task that waits for a message there is resumed without waking another thread. Waking one takes a fifth
/// of a message's whole time from publisher to reader. Tasks here must not block: no message is received
/// meanwhile.
public final class BusExecutor: TaskExecutor, Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        var isClosed = false
        var isRunning = false
    }

    private let state = Mutex(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// Enqueues a job; after the bus is closed, on the global executor.
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

    /// Records that the bus's thread is awake, so that a new job does not wake it until ``runAll()`` has
    /// returned.
    func markAwake() { state.withLock { $0.isRunning = true } }

    /// Runs the jobs enqueued so far, on the bus's thread.
    func runWaiting() {
        let jobs = state.withLock { state in
            if state.jobs.isEmpty { return [UnownedJob]() }
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Runs jobs on the bus's thread until there is none left. The thread calls this before it sleeps.
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

    /// Moves the remaining jobs, and all later ones, to the global executor, because the thread ends.
    func close() {
        let left = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in left { globalConcurrentExecutor.enqueue(job) }
    }
}
