import SaybusExpectations
import SaybusMessages
import SaybusZeroMQ
import Testing

@testable import SaybusBus

@Suite("The last barrier of a bus that is closed")
struct LastBarrierTests {
    private func ready() -> ReceiverState {
        var state = ReceiverState(source: Source(role: .tap, instance: "a")!, run: 1)
        let event = ConnectionEvent(kind: .ready, value: 0, endpoint: "")
        _ = (state.connection.publisher(event), state.connection.subscriber(event))
        state.renewBarrier()
        _ = state.barrierReturned()
        return state
    }

    @Test("the barrier is awaited until it returns, for two seconds at most, and wakes the thread then")
    func awaited() throws {
        var state = ready()
        let begun = state.beginClosing(now: 0)
        let id = try #require(begun)
        #expect(state.awaitsLastBarrier(now: 1) && state.timeout(outboxDue: nil, now: 1) == 2000)
        state.recordReturn(of: MessageID())
        #expect(state.awaitsLastBarrier(now: 1))
        #expect(!state.awaitsLastBarrier(now: ReceiverState.LastBarrier.timeout))
        state.recordReturn(of: id)
        #expect(!state.awaitsLastBarrier(now: 1) && state.timeout(outboxDue: nil, now: 1) == 0)
    }

    @Test("there is none without a connection, and none before a barrier has returned on it")
    func unconnected() {
        var state = ReceiverState(source: Source(role: .tap, instance: "a")!, run: 1)
        expectEqual(state.beginClosing(now: 0), nil)
        var unproven = ready()
        unproven.renewBarrier()
        expectEqual(unproven.beginClosing(now: 0), nil)
    }

    @Test("a connection that is lost ends the wait at once")
    func lost() {
        var state = ready()
        let begun = state.beginClosing(now: 0)
        #expect(begun != nil)
        _ = state.connection.publisher(ConnectionEvent(kind: .disconnected, value: 0, endpoint: ""))
        #expect(!state.awaitsLastBarrier(now: 1) && state.timeout(outboxDue: nil, now: 1) == 0)
    }
}
