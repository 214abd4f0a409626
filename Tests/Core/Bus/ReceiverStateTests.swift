import SaybusExpectations
import SaybusMessages
import SaybusZeroMQ
import Testing

@testable import SaybusBus

@Suite("The state of the bus's thread")
struct ReceiverStateTests {
    private static let second: Int64 = 1_000_000

    private func state() -> ReceiverState { ReceiverState(source: Source(role: .tap, instance: "a")!, run: 1) }

    @Test("without a call of ready, a refusal is logged after a second, once per connection")
    func unasked() {
        var state = state()
        expectEqual(state.shouldLog(refusal: "a", now: 0), false)
        expectEqual(state.shouldLog(refusal: "b", now: 10), false)
        #expect(state.timeout(outboxDue: nil, now: 0) == 1000)
        expectEqual(state.refusalLog.takeDue(now: Self.second - 1), [])
        expectEqual(state.shouldLog(refusal: "a", now: Self.second - 1), false)
        expectEqual(state.refusalLog.takeDue(now: Self.second + 10), ["a", "b"])
        expectEqual(state.shouldLog(refusal: "a", now: 2 * Self.second), false)
        expectEqual(state.refusalLog.takeDue(now: 9 * Self.second), [])
        state.refusalLog.connected()
        expectEqual(state.shouldLog(refusal: "a", now: 10 * Self.second), false)
        expectEqual(state.refusalLog.takeDue(now: 11 * Self.second), ["a"])
    }

    @Test("a refusal that ready throws is not logged, but refusals after ready has succeeded are")
    func asked() async throws {
        var state = state()
        expectEqual(state.shouldLog(refusal: "a", now: 0), false)
        try await withCheckedThrowingContinuation { continuation in
            state.wait(.init(id: MessageID(), continuation: continuation, until: .max))
            state.renewBarrier()
            expectEqual(state.refusalLog.takeDue(now: 5 * Self.second), [])
            expectEqual(state.shouldLog(refusal: "b", now: 5 * Self.second), false)
            expectEqual(state.barrierReturned(), true)
        }
        expectEqual(state.shouldLog(refusal: "a", now: 6 * Self.second), true)
        expectEqual(state.shouldLog(refusal: "a", now: 7 * Self.second), false)
    }

    @Test("a barrier is published while both sides are connected only, and wakes the thread only then")
    func barrierWithoutConnection() {
        var state = state()
        let (ready, lost) = (
            ConnectionEvent(kind: .ready, value: 0, endpoint: ""),
            ConnectionEvent(kind: .disconnected, value: 0, endpoint: "")
        )
        state.renewBarrier()
        _ = state.connection.subscriber(ready)
        #expect(!state.barrierIsDue(now: 1) && state.timeout(outboxDue: nil, now: 1) == nil)
        _ = state.connection.publisher(ready)
        #expect(state.barrierIsDue(now: 1) && state.timeout(outboxDue: nil, now: 1) == 0)
        expectEqual(state.nextAttempt(now: 1), 0)
        #expect(state.timeout(outboxDue: nil, now: 1) == 10)
        _ = state.connection.publisher(lost)
        #expect(!state.barrierIsDue(now: Self.second) && state.timeout(outboxDue: nil, now: Self.second) == nil)
    }

    @Test("a barrier is under way until an attempt returns, once, or nobody waits for it any more")
    func barrierProgress() {
        var barrier = BarrierProgress()
        barrier.request()
        #expect(barrier.isRequested && !barrier.isUnderWay)
        expectEqual(barrier.complete(), false)
        barrier.begin()
        let attempts = [barrier.nextAttempt(now: 5), barrier.nextAttempt(now: 7)]
        #expect(attempts == [0, 1] && barrier.due == 7 + BarrierProgress.interval)
        expectEqual(barrier.complete(), true)
        expectEqual(barrier.complete(), false)
        barrier.abandon()
        #expect(barrier.hasReturned)
        barrier.request()
        #expect(!barrier.hasReturned)
        barrier.begin()
        barrier.abandon()
        #expect(!barrier.isUnderWay && !barrier.hasReturned)
    }

    @Test("a wait that is over tells how many retained messages came during it, and then starts no other broker")
    func timeout() async throws {
        var state = state()
        state.retainedCount = 5
        do {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                state.wait(.init(id: MessageID(), continuation: continuation, until: 10))
                state.renewBarrier()
                state.retainedCount += 3
                state.expireWaiters(now: 10)
            }
            Issue.record("the wait is not over")
        } catch {
            #expect((error as? BarrierTimeout) == BarrierTimeout(retained: 3))
        }
        let address = try BusAddress("ipc:///tmp/x")
        let error = BarrierTimeout(retained: 3000).error(at: address, within: .seconds(2), nil)
        #expect(error.code == .noBroker && error.reason.contains("has sent 3000 retained messages within 2 s"))
        #expect(!error.reason.contains("saybus-broker"))
        // Heartbeats tell nothing of what is to come.
        let silent = BarrierTimeout(retained: 30).error(at: address, within: .seconds(2), .absent("there is no socket"))
        #expect(silent.code == .noBroker && silent.reason.contains("saybus-broker --bus ipc:///tmp/x"))
        let hung = BarrierTimeout(retained: 30).error(at: address, within: .seconds(2), nil)
        #expect(hung.code == .noBroker && hung.reason.contains("runs, but does not answer within 2 s"))
        #expect(!hung.reason.contains("saybus-broker"))
        let foreign = BarrierTimeout(retained: 0).error(at: address, within: .seconds(2), .forbidden(owner: "saybus"))
        #expect(foreign.code == .noBroker && foreign.reason.contains("belongs to the user saybus; run this as that"))
        #expect(!foreign.reason.contains("saybus-broker"))
    }
}
