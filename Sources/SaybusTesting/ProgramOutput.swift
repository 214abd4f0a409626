import Synchronization

/// What a program has written and how it ended, and who waits for either.
final class ProgramOutput: Sendable {
    /// The most lines that are kept of each output; later ones are counted.
    static let capacity = 100_000

    struct State: Sendable {
        var lines: [[String]] = [[], []]
        var dropped = [0, 0]
        var isAtEnd = [false, false]
        var exitCode: Int32?
    }

    private struct Waiter {
        let isMet: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Shared {
        var state = State()
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let shared = Mutex(Shared())

    var state: State { shared.withLock { $0.state } }

    /// Changes the state, and wakes those whose wish it fulfils.
    func change(_ body: (inout State) -> Void) {
        let woken = shared.withLock { shared in
            body(&shared.state)
            let state = shared.state
            let met = shared.waiters.filter { $0.value.isMet(state) }
            for id in met.keys { shared.waiters[id] = nil }
            return met.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    func add(_ line: String, to index: Int) {
        change { state in
            if state.lines[index].count < Self.capacity {
                state.lines[index].append(line)
            } else {
                state.dropped[index] += 1
            }
        }
    }

    /// Waits until the state fits.
    /// - Returns: Whether it did within the time.
    func wait(within time: Duration, until isMet: @escaping @Sendable (State) -> Bool) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.wait(until: isMet)
                return isMet(self.state)
            }
            group.addTask {
                // The time limit itself: nothing waits for it but a test that fails.
                try? await Task.sleep(for: time)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
        let id = shared.withLock { shared in
            shared.nextID += 1
            return shared.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = shared.withLock { shared in
                    if isMet(shared.state) || shared.cancelled.remove(id) != nil { return true }
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
