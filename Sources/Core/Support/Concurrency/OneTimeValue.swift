import Synchronization

/// A value that is set once and awaited by one task.
package final class OneTimeValue<Value: Sendable>: Sendable {
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

    /// Creates an object without a value.
    package init() {}

    /// Sets the value.
    /// - Parameter first: Called before the waiting task gets the value.
    /// - Returns: False when the value was set before.
    @discardableResult
    package func resolve(_ value: Value, first: () -> Void = {}) -> Bool {
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

    /// The value; suspends until it is set. For one task.
    package var value: Value {
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
