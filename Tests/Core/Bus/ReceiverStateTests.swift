import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusBus

@Suite("Who is told that the broker refuses something")
struct ReceiverStateTests {
    private static let second: Int64 = 1_000_000

    private func state() -> ReceiverState { ReceiverState(source: Source(role: "tap", instance: "a")!, run: 1) }

    @Test("what nobody has asked for within a second goes to the log, once until the broker lets us in")
    func unasked() {
        var state = state()
        expectEqual(state.refused("a", now: 0), false)
        expectEqual(state.refused("b", now: 10), false)
        #expect(state.pause(outboxDue: nil, now: 0) == 1000)
        expectEqual(state.takeUntold(now: Self.second - 1), [])
        expectEqual(state.refused("a", now: Self.second - 1), false)
        expectEqual(state.takeUntold(now: Self.second + 10), ["a", "b"])
        expectEqual(state.refused("a", now: 2 * Self.second), false)
        expectEqual(state.takeUntold(now: 9 * Self.second), [])
        state.letIn()
        expectEqual(state.refused("a", now: 10 * Self.second), false)
        expectEqual(state.takeUntold(now: 11 * Self.second), ["a"])
    }

    @Test("who asks is told, and nothing goes to the log; once it was ready, what is refused later does")
    func asked() async throws {
        var state = state()
        expectEqual(state.refused("a", now: 0), false)
        try await withCheckedThrowingContinuation { continuation in
            state.wait(.init(id: MessageID(), continuation: continuation, until: .max))
            state.renewBarrier()
            expectEqual(state.takeUntold(now: 5 * Self.second), [])
            expectEqual(state.refused("b", now: 5 * Self.second), false)
            expectEqual(state.barrierReturned(), true)
        }
        expectEqual(state.refused("a", now: 6 * Self.second), true)
        expectEqual(state.refused("a", now: 7 * Self.second), false)
    }
}
