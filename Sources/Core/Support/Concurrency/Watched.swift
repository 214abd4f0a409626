import Synchronization

/// A value that any thread can change, and tasks can wait on until a condition holds for it.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        /// Resumed with the value for which the condition held; with nil when the task is cancelled.
        let continuation: CheckedContinuation<Value?, Never>
    }

    private struct Shared {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let shared: Mutex<Shared>

    /// Creates a watched value with an initial value.
    public init(_ value: Value) { shared = Mutex(Shared(value: value)) }

    /// The current value.
    public var value: Value { shared.withLock { $0.value } }

    /// Changes the value, and wakes the waiters whose condition holds.
    @discardableResult
    public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, value, woken) = shared.withLock { shared in
            let result = body(&shared.value)
            let value = shared.value
            let met = shared.waiters.filter { $0.value.isMet(value) }
            for id in met.keys { shared.waiters[id] = nil }
            return (result, value, met.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume(returning: value) }
        return result
    }

    /// Waits until a condition holds.
    /// - Returns: True when it held at some moment within the time, however briefly.
    public func wait(within time: Duration, until isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
        await find(within: time, isMet) != nil
    }

    /// Waits until a condition holds.
    /// - Returns: The value for which it held.
    /// - Throws: ``WaitError``, which names the event, when the time is over or the task is cancelled first.
    @discardableResult
    public func require(
        _ what: String, within time: Duration = .seconds(20), file: String = #fileID, line: Int = #line,
        until isMet: @escaping @Sendable (Value) -> Bool
    ) async throws(WaitError) -> Value {
        if let found = await find(within: time, isMet) { return found }
        let value = value
        guard isMet(value) else { throw WaitError(what, within: time, file: file, line: line) }
        return value
    }

    /// Suspends until a condition holds, or the task is cancelled.
    public func wait(until isMet: @escaping @Sendable (Value) -> Bool) async { _ = await find(isMet) }

    private func find(within time: Duration, _ isMet: @escaping @Sendable (Value) -> Bool) async -> Value? {
        // Most waits are over before they begin, and need no tasks, for which a short time may not suffice.
        let now = value
        if isMet(now) { return now }
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask { await self.find(isMet) }
            group.addTask {
                // Ends the wait at the time limit.
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Returns the first value for which a condition holds; nil when the task is cancelled. The value may have
    /// changed since.
    private func find(_ isMet: @escaping @Sendable (Value) -> Bool) async -> Value? {
        let id = shared.withLock { shared in
            shared.nextID += 1
            return shared.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
                let (isOver, found) = shared.withLock { shared -> (Bool, Value?) in
                    if isMet(shared.value) { return (true, shared.value) }
                    if shared.cancelled.remove(id) != nil { return (true, nil) }
                    shared.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
                    return (false, nil)
                }
                if isOver { continuation.resume(returning: found) }
            }
        } onCancel: {
            let waiter = shared.withLock { shared in
                let waiter = shared.waiters.removeValue(forKey: id)
                if waiter == nil { shared.cancelled.insert(id) }
                return waiter
            }
            waiter?.continuation.resume(returning: nil)
        }
    }
}
