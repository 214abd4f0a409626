import Logging
import SaybusMessages
import SaybusSupport
import Synchronization

/// The delivery of a message that has arrived.
extension Receiver {
    func deliver(_ frames: [[UInt8]], _ state: inout ReceiverState) {
        // With a subscription to everything, the markers come that the broker sends into the queues of subscribers.
        if frames.count == 1, frames[0].first == 0 { return }
        let message: RawMessage
        do {
            message = try RawMessage(frames: frames)
        } catch {
            shared.countMalformed(error, topic: frames.first)
            shared.show(.malformed(error), frames, to: shared.state.withLock { Array($0.observers.entries.values) })
            shared.deliver(error)
            return
        }
        let header = message.header
        if header.retain { state.retainedCount += 1 }
        if header.kind == Barrier.kind, handleBarrier(message, &state) { return }
        // The bus is being closed: messages that are not taken go to other instances.
        if state.lastBarrier != nil { return }
        if header.kind == Refusal.kind { handleRefusal(message, &state) }
        if header.kind == Receipt.kind { shared.recordRefusal(by: message) }
        let (wall, steady) = (WallClock.microseconds(), SteadyClock.microseconds())
        let (arrival, offset) = shared.state.withLock { bus in
            (bus.receive(message, wall: wall, steady: steady), bus.clock.offset)
        }
        shared.updateClock(offset)
        for waiter in arrival.settled { waiter.finish() }
        let isShown =
            !arrival.observers.isEmpty
            && shared.show(.message(message, Observation.Treatment(arrival.verdict)), frames, to: arrival.observers)
        switch arrival.verdict {
        case .deliver: take(message, for: arrival.subscribers, isShown: isShown, &state)
        case .stale:
            let count = arrival.staleCount
            if count.isLoggedCount {
                shared.logger.notice(
                    "ignored a message past its deadline",
                    metadata: [
                        "id": "\(header.id)", "kind": "\(header.kind)", "source": "\(header.source)",
                        "count": "\(count)",
                    ])
            }
            shared.deliver(.message(message), to: arrival.subscribers)
        case .repeated(let isTracked):
            shared.deliver(.repeated(message), to: arrival.subscribers)
            // The publisher has missed the answer. Only a stage of the role that has to answer sends a
            // receipt; observers do not.
            let role = MessageCatalog.type(of: header.kind)?.delivery?.role
            if isTracked, header.source != shared.source, role == shared.source.role, arrival.sendsReceipts {
                shared.publishReceipt(for: header)
                shared.publishAnswersAgain(to: header.id)
            }
        }
    }

    /// Handles a barrier: one of this process, or that of another one that has reconnected and asks for reports.
    /// - Returns: Whether it is one of this process, which nobody else reads.
    private func handleBarrier(_ message: RawMessage, _ state: inout ReceiverState) -> Bool {
        let header = message.header
        let topic = header.topic
        if topic == state.barrierTopic {
            measureClock(message, &state)
            state.recordReturn(of: header.id)
            shared.state.withLock { $0.isConnected = true }
            if state.barrierReturned(), state.isRejoining { rejoined(&state) }
            return true
        }
        if topic == BusShared.rejoinTopic, header.run != shared.run {
            let turns = (try? message.decode(Barrier.self))?.body.turns ?? []
            state.reportRequests.add(turns, now: SteadyClock.microseconds())
        }
        return false
    }

    /// Hands a message that counts to its readers.
    private func take(
        _ message: RawMessage, for subscribers: [SubscriptionTable.Entry], isShown: Bool,
        _ state: inout ReceiverState
    ) {
        let header = message.header
        if header.kind == StageStatus.kind, let status = try? message.decode(StageStatus.self) {
            state.rejoinMonitor?.receive(status.body)
            updatePresence(status)
        }
        let isTaken = shared.deliver(.message(message), to: subscribers)
        // A tracked message for which there was no reader, or no room, is delivered when its publisher sends it
        // again.
        if !isTaken, !isShown, MessageCatalog.type(of: header.kind)?.tracking != nil {
            shared.state.withLock { $0.tracker.forget(header.id) }
        }
    }

    /// Measures the broker's clock with a barrier that has returned.
    private func measureClock(_ message: RawMessage, _ state: inout ReceiverState) {
        guard let stamp = message.stamp, let sent = state.probes.take(message.header.id) else { return }
        let steady = SteadyClock.microseconds()
        let offset = shared.state.withLock { bus in
            bus.clock.returned(stamp: stamp.at, sent: sent, steady: steady)
            return bus.clock.offset
        }
        shared.updateClock(offset)
    }
}
