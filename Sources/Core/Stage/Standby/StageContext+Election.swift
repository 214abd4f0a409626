import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// The reactions to the election of one instance of several, and the end of this one's work.
extension StageContext {
    /// Takes over or steps down as the election decides from the statuses of all instances. Returns at once
    /// without `--standby`.
    func followElection() async throws {
        guard let statuses else { return }
        for try await status in statuses { react(to: status) }
    }

    private func react(to message: Message<StageStatus>) {
        let (decision, isSettled) = decide(message)
        switch decision {
        case .claim(let term):
            state.withLock { $0.status.term = term }
            publishStatus()
        case .takeOver(let term): takeOver(term, after: message)
        case .stepDown:
            logger.notice("steps down: another instance has taken over")
            handOver(to: .standby)
            bus.declineAll()
        case .wait: break
        }
        if isSettled { settle.yield() }
    }

    /// Takes over after the return of this instance's claim.
    private func takeOver(_ term: Int, after claim: Message<StageStatus>) {
        state.withLock { $0.beforeWork }()
        let isOn = state.withLock { state in
            // The stage has begun to stop meanwhile.
            guard state.election != nil else { return false }
            state.status.state = .ready
            // On a bus without keys, the claim may be anybody's, and its time any number.
            state.lease.start(
                since: claim.stamp, leaseEnds: min(claim.body.uptimeMs, uptimeMs) + WorkLease.duration)
            // Earlier messages will be handled when they are sent again, so they must count as new then.
            bus.declineAll()
            bus.sendsReceipts = true
            return true
        }
        guard isOn else { return }
        logger.info("takes over", metadata: ["term": "\(term)"])
        publishStatus()
    }

    /// Returns the decision of the election on a status, and whether this instance knows its seniors and claims
    /// nothing.
    private func decide(_ message: Message<StageStatus>) -> (Election.Decision, isSettled: Bool) {
        state.withLock { state in
            guard var election = state.election else { return (.wait, false) }
            let header = message.header
            if header.source == bus.source, header.run == bus.run {
                state.lease.renew(beat: message.body.uptimeMs, now: uptimeMs)
            }
            let decision = election.update(message.body, from: header.source, run: header.run, now: uptimeMs)
            state.election = election
            return (decision, election.isSettled && election.claim == nil)
        }
    }

    /// Stops taking messages. Those in progress are finished; their publishers get a receipt before the
    /// successor takes over.
    func drain() {
        state.withLock { ($0.election, $0.isDraining) = (nil, true) }
        manager?.stopping()
        handOver(to: .draining)
    }

    private func handOver(to newState: StageStatus.State) {
        let inProgress = state.withLock { state in
            bus.sendsReceipts = false
            return state.lease.stop()
        }
        for header in inProgress where !isShadow {
            do {
                try bus.publish(Receipt(of: header.kind), answering: header)
            } catch {
                logger.warning("cannot publish a receipt for a message in progress", metadata: ["error": "\(error)"])
            }
        }
        publishStatus(newState)
    }
}
