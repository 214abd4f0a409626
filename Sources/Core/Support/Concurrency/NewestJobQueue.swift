/// A queue of one place for work in the background: of several waiting jobs only the newest is done.
public final class NewestJobQueue<Job: Sendable>: Sendable {
    private struct Numbers {
        var submitted = 0
        var done = 0
    }

    private let numbers = Watched(Numbers())
    private let jobs: AsyncStream<(number: Int, job: Job)>
    private let continuation: AsyncStream<(number: Int, job: Job)>.Continuation

    /// Creates an empty queue.
    public init() { (jobs, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Submits a job, which replaces one that waits. One task submits all jobs.
    public func submit(_ job: Job) {
        let number = numbers.change { numbers in
            numbers.submitted += 1
            return numbers.submitted
        }
        continuation.yield((number, job))
    }

    /// Does the jobs, one at a time, until the task is cancelled. To be called once.
    public func run(_ work: (Job) async -> Void) async {
        for await (number, job) in jobs {
            await work(job)
            numbers.change { $0.done = number }
        }
    }

    /// Waits until the newest of the jobs submitted so far, or one after it, is done.
    /// - Returns: False when it is not after this time.
    public func waitUntilDone(within time: Duration) async -> Bool {
        let wanted = numbers.value.submitted
        return await numbers.wait(within: time) { $0.done >= wanted }
    }
}
