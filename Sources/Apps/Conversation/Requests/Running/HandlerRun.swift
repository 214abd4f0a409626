import SaybusDispatch
import SaybusMessages
import SaybusSupport
import Synchronization

/// Runs an app's handler with a time limit.
package struct HandlerRun: Sendable {
    /// What is run, for messages.
    let what: String
    /// How long it may take.
    let limit: Duration
    /// The turn that it answers.
    let turn: ConversationTurn?
    /// Told on a thread of its own when the time is over: the handler may block the conversation's.
    let onTimeout: @Sendable (HandlerFailure) -> Void

    /// A run that has not begun.
    package init(
        what: String, limit: Duration, turn: ConversationTurn?,
        onTimeout: @escaping @Sendable (HandlerFailure) -> Void
    ) {
        (self.what, self.limit, self.turn, self.onTimeout) = (what, limit, turn, onTimeout)
    }

    /// Waits for the handler, or for the end of its time, whichever comes first. A handler that is late is cancelled, and what still comes of
    /// it is not heard of.
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
            // The turn is told before whoever waits: that one ends it.
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

/// A value that is given once and awaited by one.
private final class Once<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case given(Value)
        case taken
    }

    private struct Box {
        var state = State.empty
        /// Whether somebody is about to give the value.
        var isReserved = false
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let box = Mutex(Box())

    /// Gives the value; false when one was given before.
    /// - Parameter first: What is done before anybody has the value.
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
