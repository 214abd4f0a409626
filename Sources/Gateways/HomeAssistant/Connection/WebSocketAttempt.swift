import Synchronization

/// An attempt to connect, which blocks another thread, and for which nobody waits any more when the task is cancelled.
final class WebSocketAttempt: Sendable {
    typealias Outcome = Result<WebSocket, HomeAssistantError>

    private struct State {
        var outcome: Outcome?
        var waiting: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    /// Waits for the outcome; a failure when the task is cancelled first.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Outcome? in
                    if state.outcome == nil { state.waiting = continuation }
                    return state.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            end(.failure(HomeAssistantError(.unreachable, "the attempt to connect was given up")))
        }
    }

    /// Ends the attempt. A connection that is made after its end is closed.
    func end(_ outcome: Outcome) {
        let isOver = state.withLock { state -> Bool in
            guard state.outcome == nil else { return true }
            state.outcome = outcome
            state.waiting?.resume(returning: outcome)
            state.waiting = nil
            return false
        }
        if isOver, case .success(let socket) = outcome { socket.close() }
    }
}
