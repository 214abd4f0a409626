import Messages

/// What has been published and must be answered. Pure: time comes in as microseconds of any steady clock.
///
/// A message leaves when another names it in its causes. Until then it is sent again: at once when an instance of the role
/// that takes it arrives, else after 1 s, 2 s, 4 s, …; past its deadline it has expired.
public struct Outbox: Sendable {
    /// What the runner must do.
    public enum Action: Sendable, Equatable {
        /// Send this message again, unchanged.
        case sendAgain(RawMessage)
        /// Give up: nobody took it in time.
        case expire(RawMessage)
    }

    private struct Entry {
        var message: RawMessage
        let role: String
        let expires: Int64
        var pause: Int64 = Outbox.firstPause
        var due: Int64
    }

    /// One second.
    public static let firstPause: Int64 = 1_000_000
    /// How long a message without a deadline is tried: ten seconds.
    public static let defaultLife: Int64 = 10_000_000

    /// Microseconds until a deadline, an hour at most: deadlines are inherited from what strangers sent.
    static func life(from at: Int64, to deadline: Int64) -> Int64 {
        min(3_600_000_000, Int64(WallClock.elapsed(from: at, to: deadline)))
    }

    private var entries: [MessageID: Entry] = [:]
    private let capacity: Int
    /// A time before which nothing is due: exact after a tick, else perhaps too early, which costs one idle tick.
    private var earliest: Int64 = .max

    /// An outbox for so many messages; the one that expires first makes room for one more.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// How many wait for an answer.
    public var count: Int { entries.count }

    /// When to call ``tick(now:)``; nil when nothing waits.
    public var nextDue: Int64? { entries.isEmpty ? nil : earliest }

    /// Keeps a message that has just been sent.
    /// - Parameter life: Microseconds until it expires.
    public mutating func sent(_ message: RawMessage, to role: String, life: Int64, now: Int64) -> [Action] {
        var actions: [Action] = []
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.expires < $1.value.expires }) {
            entries[oldest.key] = nil
            actions.append(.expire(oldest.value.message))
        }
        let entry = Entry(message: message, role: role, expires: now + life, due: now + Self.firstPause)
        entries[message.header.id] = entry
        expect(entry)
        return actions
    }

    /// Takes note of the number a message went out with, so that it is sent again unchanged.
    public mutating func numbered(_ message: RawMessage) {
        entries[message.header.id]?.message = message
    }

    /// Lets go of what these causes name.
    public mutating func answered(_ causes: [MessageID]) {
        guard !entries.isEmpty else { return }
        for cause in causes { entries[cause] = nil }
    }

    /// Sends what waits for a role, since an instance of it has come.
    public mutating func arrived(role: String, now: Int64) -> [Action] {
        let waiting = entries.filter { $0.value.role == role && $0.value.expires > now }
        for (id, var entry) in waiting {
            entry.due = now + Self.firstPause
            entries[id] = entry
            expect(entry)
        }
        return inOrder(waiting.values).map { .sendAgain($0.message) }
    }

    /// Sends everything that waits, since the bus itself has come back.
    public mutating func reconnected(now: Int64) -> [Action] {
        for (id, var entry) in entries {
            entry.due = now + Self.firstPause
            entries[id] = entry
            expect(entry)
        }
        return inOrder(entries.values).map { .sendAgain($0.message) }
    }

    /// Sends again what is due and gives up what has expired.
    public mutating func tick(now: Int64) -> [Action] {
        var actions: [Action] = []
        for entry in inOrder(entries.values) {
            let id = entry.message.header.id
            if entry.expires <= now {
                entries[id] = nil
                actions.append(.expire(entry.message))
            } else if entry.due <= now {
                let pause = entry.pause * 2
                entries[id]?.pause = pause
                entries[id]?.due = now + pause
                actions.append(.sendAgain(entry.message))
            }
        }
        earliest = entries.values.reduce(.max) { min($0, $1.due, $1.expires) }
        return actions
    }

    private mutating func expect(_ entry: Entry) { earliest = min(earliest, entry.due, entry.expires) }

    private func inOrder(_ entries: some Sequence<Entry>) -> [Entry] {
        entries.sorted { ($0.message.header.at, $0.message.header.id) < ($1.message.header.at, $1.message.header.id) }
    }
}
