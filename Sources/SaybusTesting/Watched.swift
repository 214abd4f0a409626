import Synchronization

/// A value that several threads change, and that tasks wait on until it is as they wish.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Shared {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let shared: Mutex<Shared>

    /// A value to begin with.
    public init(_ value: Value) { shared = Mutex(Shared(value: value)) }

    /// The value now.
    public var value: Value { shared.withLock { $0.value } }

    /// Changes the value, and wakes those whose wish it fulfils.
    @discardableResult
    public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, woken) = shared.withLock { shared in
            let result = body(&shared.value)
            let value = shared.value
            let met = shared.waiters.filter { $0.value.isMet(value) }
            for id in met.keys { shared.waiters[id] = nil }
            return (result, met.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume() }
        return result
    }

    /// Waits until the value fits.
    /// - Returns: Whether it did within the time.
    public func wait(within time: Duration, until isMet: @escaping @Sendable (Value) -> Bool) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.wait(until: isMet)
                return isMet(self.value)
            }
            group.addTask {
                // The time limit itself: nothing waits for it but what fails.
                try? await Task.sleep(for: time)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Waits until the value fits.
    /// - Returns: The value that did.
    /// - Throws: ``WaitError`` that says what was waited for, when the time is over, or the task cancelled, before.
    @discardableResult
    public func require(
        _ what: String, within time: Duration = .seconds(20), file: String = #fileID, line: Int = #line,
        until isMet: @escaping @Sendable (Value) -> Bool
    ) async throws(WaitError) -> Value {
        _ = await wait(within: time, until: isMet)
        let value = value
        guard isMet(value) else { throw WaitError(what, within: time, file: file, line: line) }
        return value
    }

    /// Suspends until the value fits, or the task is cancelled.
    public func wait(until isMet: @escaping @Sendable (Value) -> Bool) async {
        let id = shared.withLock { shared in
            shared.nextID += 1
            return shared.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = shared.withLock { shared in
                    if isMet(shared.value) || shared.cancelled.remove(id) != nil { return true }
                    shared.waiters[id] = Waiter(isMet: isMet, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = shared.withLock { shared in
                let waiter = shared.waiters.removeValue(forKey: id)
                if waiter == nil { shared.cancelled.insert(id) }
                return waiter
            }
            waiter?.continuation.resume()
        }
    }
}
