import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Signals between tasks and threads", .timeLimit(.minutes(1)))
struct SignalTests {
    @Test(
        "a task that waits for a signal goes on when it is cancelled, before or while it waits",
        arguments: [true, false])
    func cancellation(before: Bool) async throws {
        let signal = Signal()
        let checks = Watched(0)
        let task = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            await signal.wait {
                checks.change { $0 += 1 }
                return false
            }
            return signal.waiting
        }
        // The condition is checked a second time just before the task waits.
        if !before { try await checks.require("the task that waits") { $0 == 2 } }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("a notification wakes a task whose condition holds, and no other")
    func notification() async throws {
        let signal = Signal()
        let (value, checks) = (Watched(0), Watched(0))
        let task = Task {
            await signal.wait {
                checks.change { $0 += 1 }
                return value.value == 2
            }
            return value.value
        }
        try await checks.require("the task that waits") { $0 == 2 }
        value.change { $0 = 1 }
        signal.notify()
        // Woken for nothing, it checks twice again, and waits.
        try await checks.require("the task that waits again") { $0 >= 4 }
        value.change { $0 = 2 }
        signal.notify()
        #expect(await task.value == 2)
        #expect(signal.waiting == 0)
    }
}
