import Synchronization
import Testing

@testable import SaybusSupport

@Suite("Serial executor on a dispatch queue")
struct SerialQueueExecutorTests {
    private actor Counter {
        private let executor = SerialQueueExecutor(label: "saybus.test")
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private(set) var count = 0

        func add() {
            let before = count
            // The result of another job that ran meanwhile would be lost.
            for _ in 0..<100 { _ = before.description }
            count = before + 1
        }

        func check() { preconditionIsolated() }
    }

    @Test("an actor's jobs run one at a time, on its executor")
    func serial() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { await counter.add() } }
        }
        await counter.check()
        #expect(await counter.count == 200)
    }

    @Test("work without a task runs in the order in which it was enqueued")
    func order() async {
        let executor = SerialQueueExecutor(label: "saybus.test")
        let numbers = Mutex<[Int]>([])
        await withCheckedContinuation { continuation in
            for number in 0..<100 { executor.async { numbers.withLock { $0.append(number) } } }
            executor.async { continuation.resume() }
        }
        #expect(numbers.withLock { $0 } == Array(0..<100))
    }
}
