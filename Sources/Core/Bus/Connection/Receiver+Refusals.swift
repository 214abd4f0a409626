import Logging
import SaybusMessages
import Synchronization

extension Receiver {
    /// Handles a refusal by the broker's policy, addressed to the owner of this connection's key, or to its user.
    ///
    /// It may concern another process of the same owner.
    func handleRefusal(_ message: RawMessage, _ state: inout ReceiverState) {
        // This process may also receive refusals to others, if it subscribes to everything.
        guard let session = shared.refusalSession, message.header.session == session,
            let refusal = try? message.decode(Refusal.self).body
        else { return }
        switch refusal.direction {
        case .publish:
            guard refusal.source == shared.source else { return }
            let (new, isFirst) = state.refusals.recordPublication(refusal)
            let actions = shared.state.withLock { bus in
                bus.tracker.countRefused(new)
                bus.refusal = refusal.reason
                return message.header.causes.flatMap { bus.outbox.refused($0, because: refusal.reason) }
            }
            for action in actions { shared.giveUp(action) }
            shared.resumeIfSettled()
            // The broker does not forward the barrier, so waiting for it would be in vain.
            if refusal.subject == Barrier.kind.rawValue { state.fail(BusError(.refused, refusal.reason)) }
            if isFirst, refusal.reason != state.refusalLog.lastThrown {
                shared.logger.error("refused by the broker", metadata: ["reason": "\(refusal.reason)"])
            }
        case .retain:
            guard refusal.source == shared.source else { return }
            record(refusal)
            shared.logger.error("the broker refuses to retain a message", metadata: ["reason": "\(refusal.reason)"])
        case .subscribe:
            guard state.refusals.recordSubscription(refusal) else { return }
            if refusal.isPartial {
                shared.logger.notice("a subscription is refused in part", metadata: ["reason": "\(refusal.reason)"])
            } else {
                record(refusal)
                if state.shouldLog(refusal: refusal.reason, now: SteadyClock.microseconds()) {
                    logRefusal(refusal.reason)
                }
            }
        }
    }

    private func record(_ refusal: Refusal) {
        shared.state.withLock { state in
            state.tracker.countRefused(1)
            state.refusal = refusal.reason
        }
    }
}
