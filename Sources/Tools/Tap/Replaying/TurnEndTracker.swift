import SaybusMessages
import Synchronization

/// A table that matches the ends of turns with the tasks that wait for them.
final class TurnEndTracker: Sendable {
    private struct Entry {
        var end: Message<TurnEnded>?
        var waiter: CheckedContinuation<Message<TurnEnded>?, Never>?
        var isGivenUp = false
        var isAwaited = false
    }

    private let entries = Mutex<[TurnID: Entry]>([:])

    /// Starts to watch a turn. Must be called before its input is published; repeated calls have no effect.
    func watch(_ turn: TurnID) {
        entries.withLock { entries in
            if entries[turn] == nil { entries[turn] = Entry() }
        }
    }

    /// Records a turn's end. Only the first end of a turn counts.
    func record(_ end: Message<TurnEnded>) {
        guard let turn = end.header.turn else { return }
        let waiter = entries.withLock { entries -> CheckedContinuation<Message<TurnEnded>?, Never>? in
            guard entries[turn] != nil, entries[turn]?.end == nil else { return nil }
            entries[turn]?.end = end
            return entries[turn]?.waiter
        }
        waiter?.resume(returning: end)
    }

    /// Waits for the end of a watched turn, and stops watching it.
    /// - Returns: Nil on timeout, on cancellation, or if another task already waits for this turn.
    func end(of turn: TurnID, within time: Duration) async -> Message<TurnEnded>? {
        let isFirst = entries.withLock { entries in
            guard entries[turn]?.isAwaited == false else { return false }
            entries[turn]?.isAwaited = true
            return true
        }
        guard isFirst else { return nil }
        let alarm = Task {
            // The timeout.
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
