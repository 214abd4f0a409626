import SaybusMessages
import Synchronization

/// The ends of turns, and who waits for them.
final class TurnEndTracker: Sendable {
    private struct Entry {
        var end: Message<TurnEnded>?
        var waiter: CheckedContinuation<Message<TurnEnded>?, Never>?
        var isGivenUp = false
        var isAwaited = false
    }

    private let entries = Mutex<[TurnID: Entry]>([:])

    /// Begins to watch a turn; before its input is published. Of a turn that is watched already, nothing changes.
    func watch(_ turn: TurnID) {
        entries.withLock { entries in
            if entries[turn] == nil { entries[turn] = Entry() }
        }
    }

    /// Takes note of an end; of a turn that ends twice, the first counts.
    func record(_ end: Message<TurnEnded>) {
        guard let turn = end.header.turn else { return }
        let waiter = entries.withLock { entries -> CheckedContinuation<Message<TurnEnded>?, Never>? in
            guard entries[turn] != nil, entries[turn]?.end == nil else { return nil }
            entries[turn]?.end = end
            return entries[turn]?.waiter
        }
        waiter?.resume(returning: end)
    }

    /// Waits for a watched turn's end, and forgets the turn.
    /// - Returns: Nil when it does not come in time, or the task is cancelled, or somebody waits for it already.
    func end(of turn: TurnID, within time: Duration) async -> Message<TurnEnded>? {
        let isFirst = entries.withLock { entries in
            guard entries[turn]?.isAwaited == false else { return false }
            entries[turn]?.isAwaited = true
            return true
        }
        guard isFirst else { return nil }
        let alarm = Task {
            // The time limit itself.
            try await Task.sleep(for: time)
            giveUp(turn)
        }
        defer {
            alarm.cancel()
            entries.withLock { $0[turn] = nil }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Message<TurnEnded>?? = entries.withLock { entries in
                    guard let entry = entries[turn], !entry.isGivenUp else { return .some(nil) }
                    if let end = entry.end { return .some(end) }
                    entries[turn]?.waiter = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            giveUp(turn)
        }
    }

    private func giveUp(_ turn: TurnID) {
        let waiter = entries.withLock { entries -> CheckedContinuation<Message<TurnEnded>?, Never>? in
            guard entries[turn] != nil, entries[turn]?.end == nil else { return nil }
            entries[turn]?.isGivenUp = true
            defer { entries[turn]?.waiter = nil }
            return entries[turn]?.waiter
        }
        waiter?.resume(returning: nil)
    }
}
