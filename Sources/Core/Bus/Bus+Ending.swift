import SaybusMessages
import SaybusSupport
import SaybusZeroMQ
import Synchronization

/// The end of the bus, and of the wait for its tracked messages.
extension Bus {
    /// Stops the retransmission of a tracked message whose answer is no longer wanted.
    public func withdraw(_ message: MessageID) { shared.withdraw(message) }

    /// Waits until every tracked message has been answered or given up, or the task is cancelled.
    ///
    /// Call it before the program ends, because a program that has ended sends nothing again.
    public func settled() async {
        let (emptied, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        guard shared.state.withLock({ $0.addSettledWaiter(continuation) }) else { return }
        for await _ in emptied { return }
    }

    /// Waits until the bus ends, or the task is cancelled.
    /// - Throws: ``BusError`` with code `transport` when the transport failed.
    public func ended() async throws(BusError) {
        await completion.wait { $0 != nil }
        if case .failure(let failure)? = completion.value { throw failure }
    }

    /// Closes the bus and ends its subscriptions.
    ///
    /// Messages already published are still sent: the broker gets two seconds to read them if it was there when the
    /// bus is closed, and half a second otherwise.
    public func close() async {
        receiver.post(.close)
        // The task is detached, so that a cancelled caller waits, too. The wait is no longer than that for the last
        // barrier and the linger time of the sockets.
        await Task.detached { [completion] in await completion.wait { $0 != nil } }.value
        thread.join()
    }
}
