import Logging
import SaybusZeroMQ
import Synchronization

/// The loss and the return of the connections to the broker.
extension Receiver {
    func handleSubscriberEvents(
        _ monitor: inout MonitorSocket, _ state: inout ReceiverState
    ) throws(ZeroMQError) {
        while var event = try monitor.receive() {
            event.endpoint = shared.address.subscribeEndpoint
            if event.kind == .ready {
                state.refusalLog.connected()
                if state.connection.refusal == nil { shared.state.withLock { $0.refusal = nil } }
            }
            // A new connection transmits all subscriptions in an arbitrary order, so the barrier's own
            // subscription is made again after all others.
            if event.kind == .ready, state.isBarrierUnderWay { state.startBarrier() }
            perform(state.connection.subscriber(event), &state)
        }
    }

    func handlePublisherEvents(
        _ monitor: inout MonitorSocket, _ state: inout ReceiverState
    ) throws(ZeroMQError) {
        while var event = try monitor.receive() {
            event.endpoint = shared.address.publishEndpoint
            let wasUp = state.connection.publisherIsUp
            perform(state.connection.publisher(event), &state)
            switch (wasUp, state.connection.publisherIsUp) {
            case (true, false): shared.holdBackStates()
            case (false, true): shared.releaseStates()
            default: break
            }
        }
    }

    /// Connects the sides again that libzmq does not connect again by itself.
    func reconnect(
        _ sides: [ConnectionStateMachine.Side], _ subscriber: inout SubscriberSocket, _ state: inout ReceiverState
    ) throws(ZeroMQError) {
        for side in sides {
            switch side {
            case .publisher:
                try shared.publishing.withLock { publishing throws(ZeroMQError) in
                    try publishing.reconnect(shared.endpoints.publish)
                }
            case .subscriber:
                do throws(BusError) { try shared.endpoints.refresh() } catch {
                    perform(.refused(error.reason), &state)
                }
                try subscriber.reconnect(shared.endpoints.subscribe)
            }
        }
    }

    private func perform(_ action: ConnectionStateMachine.Action, _ state: inout ReceiverState) {
        switch action {
        case .nothing: break
        case .lost:
            state.lostAt = state.lostAt ?? SteadyClock.microseconds()
            // A broker may end together with its programs.
            if state.lastBarrier == nil { shared.logger.notice("lost the connection to the broker; reconnecting") }
            // The broker repeats its refusals to a peer that reconnects.
            state.refusals.reset()
            state.rejoinMonitor = nil
            shared.state.withLock { state in
                state.outbox.forgetRefusals()
                state.refusal = nil
                state.isConnected = false
            }
        case .rejoin:
            shared.state.withLock { $0.refusal = nil }
            state.isRejoining = true
            // A peer that reconnects later announces itself, and a peer that reconnected sooner receives the reports
            // that follow the barrier.
            state.startBarrier()
        case .refused(let reason):
            shared.state.withLock { ($0.refusal, $0.isConnected) = (reason, false) }
            if state.shouldLog(refusal: reason, now: SteadyClock.microseconds()) { logRefusal(reason) }
            state.fail(BusError(.refused, reason))
        }
    }

    func logRefusal(_ reason: String) {
        shared.logger.error("the broker refuses this client", metadata: ["reason": "\(reason)"])
    }
}
