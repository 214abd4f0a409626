import Dispatch

/// A serial executor on a dispatch queue of its own, for actors that call blocking or long-running functions of
/// C libraries.
///
/// Such calls then do not block the threads of Swift's cooperative pool.
package final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor.
    /// - Parameter label: The queue's label, shown by debuggers.
    package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    /// Enqueues a job of an actor. The job runs after everything that was enqueued before.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Ends the program unless the caller runs on this executor.
    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Enqueues work that belongs to no task. The work runs after everything that was enqueued before.
    package func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
