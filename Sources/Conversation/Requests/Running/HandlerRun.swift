import Synchronization

/// Runs an app's handler with a time limit.
struct HandlerRun: Sendable {
    /// What is run, for messages.
    let what: String
    /// How long it may take.
    let limit: Duration
    /// The turn that it answers.
    let turn: ConversationTurn?
    /// Told on a thread of its own when the time is over: the handler may block the conversation's.
    let onTimeout: @Sendable (HandlerFailure) -> Void

    /// Waits for the handler, or for the end of its time, whichever comes first. A handler that is late is cancelled, and what still comes of
    /// it is not heard of.
    @ConversationActor
    func callAsFunction<Value: Sendable>(
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
            guard once.resolve(.failure(failure)) else { return }
            work.cancel()
            onTimeout(failure)
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

/// A value that is given once and awaited by one.
private final class Once<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
        case taken
    }

    private let state = Mutex(State.empty)

    /// Gives the value; false when one was given before.
    @discardableResult
    func resolve(_ value: Value) -> Bool {
        let (isFirst, waiter): (Bool, CheckedContinuation<Value, Never>?) = state.withLock { state in
            switch state {
            case .empty:
                state = .given(value)
                return (true, nil)
            case .awaited(let continuation):
                state = .taken
                return (true, continuation)
            case .given, .taken: return (false, nil)
            }
        }
        waiter?.resume(returning: value)
        return isFirst
    }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given: Value? = state.withLock { state in
                    guard case .given(let value) = state else {
                        state = .awaited(continuation)
                        return nil
                    }
                    state = .taken
                    return value
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
