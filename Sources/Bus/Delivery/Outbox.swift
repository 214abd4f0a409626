import Messages

/// What has been published and must be answered. Pure: time comes in as microseconds of any steady clock.
///
/// A message leaves when another names it in its causes. Until then it is sent again: at once when an instance of the role
/// that takes it arrives, else after 1 s, 2 s, 4 s, …; past its deadline it has expired.
///
/// One whose taker must not be lost (``Tracking/whenTakerIsLost``) stays when it is answered, and rests: whoever answered *holds* it. When the holder is
/// lost before the turn has ended, it is sent again, to a successor, which may know nothing of it; or its turn is given up, when it may have been carried
/// out and the successor does not say so.
public struct Outbox: Sendable {
    /// What the runner must do.
    public enum Action: Sendable, Equatable {
        /// Send this message again, unchanged.
        case sendAgain(RawMessage)
        /// Give up: nobody took it in time.
        case expire(RawMessage)
        /// Give up: who took it was lost, and may have carried it out.
        case abandon(RawMessage)
    }

    private struct Entry {
        var message: RawMessage
        let role: String
        var expires: Int64
        var pause: Int64 = Outbox.firstPause
        var due: Int64
        let rule: Tracking.LossRule
        var holder: Holder?
        /// Whether it may have been carried out: it is not sent again.
        var isBegun = false

        var isWaiting: Bool { holder == nil && !isBegun }
    }

    /// Who has taken a message, and in which start of it.
    private struct Holder {
        let source: Source
        let run: UInt32
    }

    /// One second.
    public static let firstPause: Int64 = 1_000_000
    /// How long a message rests with its holder at most: ten minutes, as long as an answer may sound.
    static let heldLife: Int64 = 600_000_000
    /// How long a successor of a lost holder has to end the turn, past the deadline too: it may know of the turn from its predecessor.
    static let grace: Int64 = 5_000_000
    /// How long a message without a deadline is tried: ten seconds.
    public static let defaultLife: Int64 = 10_000_000

    /// Microseconds until a deadline, an hour at most: deadlines are inherited from what strangers sent.
    static func life(from at: Int64, to deadline: Int64) -> Int64 {
        min(3_600_000_000, Int64(WallClock.elapsed(from: at, to: deadline)))
    }

    private var entries: [MessageID: Entry] = [:]
    private var held: [TurnID: Set<MessageID>] = [:]
    private let capacity: Int
    /// The turns that have ended lately.
    private var ended = HandledMessages(capacity: 2048)
    /// A time before which nothing is due: exact after a tick, else perhaps too early, which costs one idle tick.
    private var earliest: Int64 = .max

    /// An outbox for so many messages; the one that expires first makes room for one more.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// How many wait for an answer.
    public var count: Int { entries.count - held.values.reduce(0) { $0 + $1.count } }

    /// When to call ``tick(now:)``; nil when nothing waits.
    public var nextDue: Int64? { entries.isEmpty ? nil : earliest }

    /// Keeps a message that has just been sent.
    /// - Parameter life: Microseconds until it expires.
    public mutating func sent(
        _ message: RawMessage, to role: String, life: Int64, now: Int64,
        whenTakerIsLost rule: Tracking.LossRule = .nothing
    ) -> [Action] {
        var actions: [Action] = []
        if entries.count >= capacity {
            // What rests is in somebody's hands.
            let resting = entries.filter { $0.value.holder != nil }
            let candidates = resting.isEmpty ? entries : resting
            if let oldest = candidates.min(by: { $0.value.expires < $1.value.expires }) {
                remove(oldest.key)
                if resting.isEmpty { actions.append(.expire(oldest.value.message)) }
            }
        }
        let entry = Entry(
            message: message, role: role, expires: now + life, due: now + Self.firstPause,
            rule: message.header.turn == nil ? .nothing : rule)
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
        for cause in causes { remove(cause) }
    }

    /// Takes note of an answer: lets go of what its causes name, and of all of a turn that it ends; what is kept until then rests with the answer's
    /// publisher.
    public mutating func answered(by header: Header, now: Int64) {
        if header.kind == TurnEnded.kind, let turn = header.turn {
            _ = ended.insert(MessageID(turn))
            for (id, entry) in entries where entry.rule != .nothing && entry.message.header.turn == turn { remove(id) }
        }
        guard !entries.isEmpty else { return }
        // Once a command is under way, what led to it is in the dispatcher's hands.
        if header.kind == CommandInvoked.kind, let turn = header.turn {
            for id in held[turn] ?? [] where entries[id]?.rule == .sendAgain { remove(id) }
        }
        for cause in header.causes {
            guard let entry = entries[cause] else { continue }
            // What is answered after its turn has ended, as a second recognizer's transcript, needs no keeping.
            guard entry.rule != .nothing, let turn = entry.message.header.turn, !ended.contains(MessageID(turn)) else {
                remove(cause)
                continue
            }
            entries[cause]?.holder = Holder(source: header.source, run: header.run)
            entries[cause]?.due = .max
            if entry.rule == .report, header.kind != Receipt.kind { entries[cause]?.isBegun = true }
            entries[cause]?.expires = now + Self.heldLife
            held[turn, default: []].insert(cause)
        }
    }

    /// Takes back what rests with somebody who is lost, or who has been started anew and knows nothing of it; ``tick(now:)`` sends it again.
    /// - Parameter run: The start that is at work now; nil when there is none.
    public mutating func departed(_ source: Source, except run: UInt32?, now: Int64) {
        guard !held.isEmpty else { return }
        for (id, entry) in entries {
            guard let holder = entry.holder, holder.source == source, holder.run != run else { continue }
            release(id)
            let life = entry.message.header.deadline.map {
                Self.life(from: WallClock.microseconds(), to: $0)
            }
            entries[id]?.holder = nil
            entries[id]?.pause = Self.firstPause
            entries[id]?.due = entry.isBegun ? .max : now
            entries[id]?.expires = now + (entry.isBegun ? Self.grace : max(life ?? 0, Self.grace))
            earliest = min(earliest, now)
        }
    }

    private mutating func remove(_ id: MessageID) {
        release(id)
        entries[id] = nil
    }

    private mutating func release(_ id: MessageID) {
        guard let entry = entries[id], entry.holder != nil, let turn = entry.message.header.turn else { return }
        held[turn]?.remove(id)
        if held[turn]?.isEmpty == true { held[turn] = nil }
    }

    /// Sends what waits for somebody who has come.
    public mutating func arrived(_ arrival: Presence.Arrival, now: Int64) -> [Action] {
        let waiting = entries.filter { _, entry in
            entry.role == arrival.role && entry.expires > now && entry.isWaiting
                && arrival.coverage.contains(entry.message.header.session)
        }
        for (id, var entry) in waiting {
            entry.due = now + Self.firstPause
            entries[id] = entry
            expect(entry)
        }
        return inOrder(waiting.values).map { .sendAgain($0.message) }
    }

    /// Sends everything that waits, since the bus itself has come back.
    public mutating func reconnected(now: Int64) -> [Action] {
        let waiting = entries.filter { $0.value.isWaiting }
        for (id, var entry) in waiting {
            entry.due = now + Self.firstPause
            entries[id] = entry
            expect(entry)
        }
        return inOrder(waiting.values).map { .sendAgain($0.message) }
    }

    /// Sends again what is due and gives up what has expired.
    public mutating func tick(now: Int64) -> [Action] {
        var actions: [Action] = []
        for entry in inOrder(entries.values) {
            let id = entry.message.header.id
            if entry.expires <= now {
                remove(id)
                // Who holds it answers for it.
                if entry.holder == nil {
                    actions.append(entry.isBegun ? .abandon(entry.message) : .expire(entry.message))
                }
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
