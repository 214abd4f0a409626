import Dispatch
import SaybusSupport
import Testing

@Suite("Work on a queue")
struct DispatchQueueRunTests {
    @Test("a task gets the result of work that ran on the queue, also when the task is cancelled")
    func result() async {
        let queue = DispatchQueue(label: "test")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await queue.run {
                dispatchPrecondition(condition: .onQueue(queue))
                return 42
            }
        }
        #expect(await task.value == 42)
    }
}
