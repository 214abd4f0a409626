import Logging
import SaybusMessages
import SaybusZeroMQ
import Synchronization

extension Receiver {
    /// The broker's policy refuses something to the owner of our key: us, or another process with it.
    func noteRefusal(_ message: RawMessage, _ state: inout ReceiverState) {
        // Whoever hears all hears the others' refusals, too.
        guard let key = shared.address.credentials?.publicKey,
            message.header.session == Credentials.refusalSession(publicKey: key),
            let refusal = try? message.decode(Refusal.self).body
        else { return }
        switch refusal.direction {
        case .publish:
            guard refusal.source == shared.source else { return }
            let (new, isFirst) = state.refusals.notePublication(refusal)
            countRefused(new)
            for cause in message.header.causes {
                for action in shared.outbox.withLock({ $0.refused(cause, because: refusal.reason) }) {
                    shared.giveUp(action)
                }
            }
            shared.tellIfSettled()
            shared.refusal.withLock { $0 = refusal.reason }
            // A barrier that does not pass would be waited for in vain.
            if refusal.subject == Barrier.kind.rawValue { state.fail(BusError(.refused, refusal.reason)) }
            if isFirst, refusal.reason != state.told {
                shared.logger.error("refused by the broker", metadata: ["reason": "\(refusal.reason)"])
            }
        case .retain:
            guard refusal.source == shared.source else { return }
            countRefused(1)
            shared.refusal.withLock { $0 = refusal.reason }
            shared.logger.error("not kept by the broker", metadata: ["reason": "\(refusal.reason)"])
        case .subscribe:
            guard state.refusals.note(refusal) else { return }
            if refusal.isPartial {
                shared.logger.notice("not all is heard", metadata: ["reason": "\(refusal.reason)"])
            } else {
                countRefused(1)
                shared.refusal.withLock { $0 = refusal.reason }
                if state.refused(refusal.reason, now: SteadyClock.microseconds()) { logRefusal(refusal.reason) }
            }
        }
    }

    private func countRefused(_ count: Int) {
        shared.inbox.withLock { inbox in
            let (sum, overflow) = (inbox.counters.refused ?? 0).addingReportingOverflow(count)
            inbox.counters.refused = overflow ? .max : sum
        }
    }

    /// Connects the sides that libzmq has given up after a refusal.
    func reconnect(_ sides: [ConnectionStateMachine.Side], _ subscriber: inout SubscriberSocket) throws(ZeroMQError) {
        for side in sides {
            switch side {
            case .publisher:
                try shared.publishing.withLock { publishing throws(ZeroMQError) in
                    try publishing.reconnect(shared.address.publishEndpoint)
                }
            case .subscriber:
                do { try subscriber.disconnect(shared.address.subscribeEndpoint) } catch
                    where
                    error.code == .unreachable
                {}
                try subscriber.connect(shared.address.subscribeEndpoint)
            }
        }
    }
}
