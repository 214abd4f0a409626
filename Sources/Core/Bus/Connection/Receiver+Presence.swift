import Logging
import SaybusMessages
import Synchronization

/// The reactions to the arrival and loss of other stages, and to a reconnection to the bus.
extension Receiver {
    /// Records a status. When a stage has just arrived, sends the tracked messages again that wait for it.
    func updatePresence(_ status: Message<StageStatus>) {
        let now = SteadyClock.microseconds()
        let actions: [Outbox.Action] = shared.state.withLock { state in
            state.outbox.receive(status, now: now)
            let (header, stamp) = (status.header, status.stamp?.at)
            guard let arrival = state.presence.update(status.body, run: header.run, at: header.at, stamp: stamp) else {
                return []
            }
            return state.outbox.arrived(arrival, now: now)
        }
        for action in actions { perform(action) }
    }

    /// Restores the state of this process on the bus after a reconnection.
    func rejoined(_ state: inout ReceiverState) {
        state.isRejoining = false
        let since = state.lostAt.map { Duration.microseconds(SteadyClock.microseconds() - $0).inWords }
        state.lostAt = nil
        shared.logger.notice("the bus is back", metadata: since.map { ["after": "\($0)"] } ?? [:])
        shared.publishRetainedAgain()
        shared.publishReportsAgain()
        shared.announceRejoin()
        let now = SteadyClock.microseconds()
        let (actions, presence) = shared.state.withLock { ($0.outbox.reconnected(now: now), $0.presence) }
        for action in actions { perform(action) }
        state.rejoinMonitor = RejoinMonitor(presence, now: SteadyClock.microseconds())
    }

    /// Treats the stages that have not reappeared since the reconnection as lost.
    func reportMissing(_ monitor: RejoinMonitor) {
        for status in monitor.lost {
            shared.logger.notice(
                "a stage did not return after the bus was restored",
                metadata: ["stage": "\(status.role)/\(status.instance)"])
            // The status seems to come from the broker, which would report the loss if it knew the stage.
            guard let broker = Source(role: .broker, instance: "broker") else { continue }
            var header = Header(
                kind: StageStatus.kind, session: .default, source: broker, run: 0, sequence: 0, at: shared.now())
            guard let body = try? status.wire(header: &header) else { continue }
            let message = RawMessage(header: header, body: body)
            updatePresence(Message(header: header, body: status))
            shared.deliverLocally(message)
        }
    }
}
