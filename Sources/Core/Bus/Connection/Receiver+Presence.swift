import Logging
import SaybusMessages
import Synchronization

/// Who is there, and what follows when somebody comes, goes, or the bus itself is back.
extension Receiver {
    func notePresence(_ status: Message<StageStatus>) {
        noteDeparture(status)
        let arrived = shared.presence.withLock { $0.note(status.body, run: status.header.run, at: status.header.at) }
        guard let arrived else { return }
        for action in shared.outbox.withLock({ $0.arrived(arrived, now: SteadyClock.microseconds()) }) {
            perform(action)
        }
    }

    /// What somebody held who is gone, or knows nothing of it since it was started anew, is sent again.
    private func noteDeparture(_ status: Message<StageStatus>) {
        guard let source = Source(role: status.body.role, instance: status.body.instance) else { return }
        let now = SteadyClock.microseconds()
        if status.body.state.isGone {
            shared.outbox.withLock { $0.departed(source, except: nil, now: now) }
        } else if source == status.header.source {
            shared.outbox.withLock { $0.departed(source, except: status.header.run, now: now) }
        }
    }

    func rejoined(_ state: inout ReceiverState) {
        state.isRejoining = false
        shared.logger.notice("the bus is back")
        shared.publishRetainedAgain()
        shared.publishReportsAgain()
        shared.announceRejoin()
        for action in shared.outbox.withLock({ $0.reconnected(now: SteadyClock.microseconds()) }) { perform(action) }
        state.rollCall = RejoinMonitor(shared.presence.withLock { $0 }, now: SteadyClock.microseconds())
    }

    /// Takes those for lost who have not come back with the bus.
    func endRollCall(_ rollCall: RejoinMonitor) {
        for status in rollCall.lost {
            shared.logger.notice(
                "lost a stage that has not come back with the bus",
                metadata: ["stage": "\(status.role)/\(status.instance)"])
            // As from the broker, which would say so had it known the stage.
            guard let broker = Source(role: "broker", instance: "broker") else { continue }
            var header = Header(kind: StageStatus.kind, session: .default, source: broker, run: 0, sequence: 0)
            guard let body = try? status.wire(header: &header) else { continue }
            let message = RawMessage(header: header, body: body)
            notePresence(Message(header: header, body: status))
            shared.handToNamed(message)
        }
    }
}
