import Dispatch

/// The one thread at a time on which the library is used.
///
/// Synthesis takes milliseconds of computing, which has no place on the threads that all tasks share.
final class EspeakQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "saybus.espeak-ng", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs work after what was enqueued before, without a task.
    func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
