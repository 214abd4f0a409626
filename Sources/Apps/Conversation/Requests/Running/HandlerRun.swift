import SaybusDispatch
import SaybusSupport
import Synchronization

/// A run of an app's handler, with a time limit.
package struct HandlerRun: Sendable {
    /// Time that a cancelled handler has to end by itself, such as to end a program that it has started.
    static let grace = Duration.milliseconds(600)

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
    /// cancelled, and its result is ignored. When the task is cancelled, so is the handler, which is waited for at most
    /// ``grace``.
    @ConversationActor
    package func callAsFunction<Value: Sendable>(
        _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> {
        let once = OneTimeValue<Result<Value, HandlerFailure>>()
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
            BlockedThreadMonitor.current.withLock { $0 }?.check(after: what)
        }
        let result = await withTaskCancellationHandler {
            await once.value
        } onCancel: {
            work.cancel()
            Task.detached {
                try? await Task.sleep(for: Self.grace)
                once.resolve(.failure(HandlerFailure(.cancelled, "\(what) was cancelled")))
            }
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
