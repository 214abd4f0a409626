import Dispatch

/// The serial executor on which the library is used.
///
/// Synthesis takes milliseconds of computation, which would block the shared threads of the tasks.
final class EspeakQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "saybus.espeak-ng", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs work after previously enqueued jobs, without a task.
    func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
