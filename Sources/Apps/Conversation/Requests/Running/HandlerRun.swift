import SaybusDispatch
import SaybusMessages
import SaybusSupport
import Synchronization

/// A run of an app's handler, with a time limit.
package struct HandlerRun: Sendable {
    /// The name of the handler in error messages.
    let what: String
    /// The time limit.
    let limit: Duration
    /// The turn that the handler answers.
    let turn: ConversationTurn?
    /// Called on another thread when the time is over, since the handler may block the actor's thread.
    let onTimeout: @Sendable (HandlerFailure) -> Void

    /// Creates a run that has not begun.
    package init(
        what: String, limit: Duration, turn: ConversationTurn?,
        onTimeout: @escaping @Sendable (HandlerFailure) -> Void
    ) {
        (self.what, self.limit, self.turn, self.onTimeout) = (what, limit, turn, onTimeout)
    }

    /// Runs the handler and waits for its result or for the time limit, whichever comes first. A late handler is
    /// cancelled, and its result is ignored.
    @ConversationActor
    package func callAsFunction<Value: Sendable>(
        _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> {
        let once = Once<Result<Value, HandlerFailure>>()
        let work = Task { @ConversationActor in
            let result = await ConversationTurn.$current.withValue(turn) { await outcome(of: body) }
            once.resolve(result)
        }
        let watchdog = Task.detached {
            try? await Task.sleep(for: limit)
            guard !Task.isCancelled else { return }
            let failure = HandlerFailure(.timedOut, "\(what) took longer than \(limit.milliseconds) ms")
            // The turn ends as failed before the waiting task resumes, which would settle it.
            guard once.resolve(.failure(failure), first: { onTimeout(failure) }) else { return }
            work.cancel()
        }
        let result = await withTaskCancellationHandler {
            await once.value
        } onCancel: {
            work.cancel()
            once.resolve(.failure(HandlerFailure(.cancelled, "\(what) was cancelled")))
        }
        watchdog.cancel()
        return result
    }

    @ConversationActor
    private func outcome<Value: Sendable>(
        of body: @ConversationActor () async throws -> Value
    ) async -> Result<Value, HandlerFailure> {
        do {
            return .success(try await body())
        } catch is CancellationError {
            return .failure(HandlerFailure(.cancelled, "\(what) was cancelled"))
        } catch {
            return .failure(HandlerFailure(.threw, "\(what) failed: \(LogLine.clean("\(error)", limit: 300))"))
        }
    }
}

/// A value that is set once and awaited by one task.
private final class Once<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case taken
    }

    private struct Box {
        var state = State.empty
        /// Whether a call of `resolve` is setting the value or has set it.
        var isReserved = false
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let box = Mutex(Box())

    /// Sets the value.
    /// - Parameter first: Called before the waiting task gets the value.
    /// - Returns: False when the value was set before.
    @discardableResult
    func resolve(_ value: Value, first: () -> Void = {}) -> Bool {
        let isFirst = box.withLock { box in
            defer { box.isReserved = true }
            return !box.isReserved
        }
        guard isFirst else { return false }
        first()
        let waiter = box.withLock { box in
            box.state = box.waiter == nil ? .given(value) : .taken
            defer { box.waiter = nil }
            return box.waiter
        }
        waiter?.resume(returning: value)
        return true
    }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given: Value? = box.withLock { box in
                    guard case .given(let value) = box.state else {
                        box.waiter = continuation
                        return nil
                    }
                    box.state = .taken
                    return value
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
