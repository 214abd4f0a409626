import HeapModule
import SaybusMessages

/// What has been published and must be answered. Pure: time comes in as microseconds of any steady clock.
///
/// A message leaves when another names it in its causes. Until then it is sent again: at once when an instance of the role
/// that takes it arrives, else after 1 s, 2 s, 4 s, …; past its deadline it has expired.
///
/// One whose taker must not be lost (``Tracking/whenTakerIsLost``) stays when it is answered, and rests: whoever answered *holds* it. When the holder is
/// lost before the turn has ended, it is sent again, to a successor, which may know nothing of it; or its turn is given up, when it may have been carried
/// out and the successor does not say so.
///
/// One that the broker refuses ends at once, and so do others on its topic, until ``forgetRefusals()``: a policy holds for topics.
public struct Outbox: Sendable {
    /// What the runner must do.
    public enum Action: Sendable, Equatable {
        /// Send this message again, unchanged.
        case sendAgain(RawMessage)
        /// Give up: nobody took it in time.
        case expire(RawMessage)
        /// Give up: who took it was lost, and may have carried it out.
        case abandon(RawMessage)
        /// Give up: the broker does not pass it on, for this reason.
        case refuse(RawMessage, String)
    }

    /// One second.
    public static let firstPause: Int64 = 1_000_000
    /// How long a message rests with its holder at most: ten minutes, as long as an answer may sound.
    static let heldLife: Int64 = 600_000_000
    /// How long a successor of a lost holder has to end the turn, past the deadline too: it may know of the turn from its predecessor.
    static let grace: Int64 = 5_000_000
    /// How long a message without a deadline is tried: ten seconds.
    public static let defaultLife: Int64 = 10_000_000
    /// The longest life: an hour; deadlines are inherited from what strangers sent.
    static let longestLife: Int64 = 3_600_000_000
    /// How many refused topics are remembered.
    private static let refusedTopics = 1024

    private var entries: [MessageID: OutboxEntry] = [:]
    /// The entries that are kept until their turn has ended.
    private var ofTurn: [TurnID: Set<MessageID>] = [:]
    private var heldCount = 0
    private let capacity: Int
    /// The turns that have ended lately.
    private var ended = HandledMessages(capacity: 2048)
    private var refused: [Topic: String] = [:]
    // What an entry no longer says of itself stays in the two until it comes up, or until they are made anew.
    private var moments = Heap<OutboxEntry.Moment>()
    private var ranks = Heap<OutboxEntry.Rank>()

    /// An outbox for so many messages; the one that expires first makes room for one more.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// How many wait for an answer.
    public var count: Int { entries.count - heldCount }

    /// When to call ``tick(now:)``, perhaps too early, which costs one idle tick; nil when nothing waits.
    public var nextDue: Int64? { entries.isEmpty ? nil : moments.min?.time }

    /// Keeps a message that is about to be sent.
    /// - Parameter life: Microseconds until it expires.
    public mutating func sent(
        _ message: RawMessage, to role: String, life: Int64, now: Int64,
        whenTakerIsLost rule: Tracking.LossRule = .nothing
    ) -> [Action] {
        if let reason = refused[message.header.topic] { return [.refuse(message, reason)] }
        var actions: [Action] = []
        while entries.count >= capacity, let rank = ranks.popMin() {
            guard let entry = entries[rank.id], entry.rank == rank else { continue }
            remove(rank.id)
            // What rests is in somebody's hands.
            if entry.holder == nil { actions.append(Self.givenUp(entry)) }
        }
        put(OutboxEntry(message, to: role, life: life, now: now, rule: rule))
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
            for id in ofTurn[turn] ?? [] { remove(id) }
        }
        guard !entries.isEmpty else { return }
        // Once a command is under way, what led to it is in the dispatcher's hands.
        if header.kind == CommandInvoked.kind, let turn = header.turn {
            for id in ofTurn[turn] ?? [] where entries[id]?.rule == .sendAgain && entries[id]?.holder != nil {
                remove(id)
            }
        }
        for cause in header.causes {
            guard var entry = entries[cause] else { continue }
            // What is answered after its turn has ended, as a second recognizer's transcript, needs no keeping.
            guard entry.rule != .nothing, let turn = entry.message.header.turn, !ended.contains(MessageID(turn)) else {
                remove(cause)
                continue
            }
            if entry.rule == .report, header.kind != Receipt.kind { entry.isBegun = true }
            entry.holder = OutboxEntry.Holder(source: header.source, run: header.run)
            entry.due = .max
            entry.expires = now + Self.heldLife
            put(entry)
        }
    }

    /// Takes back what rests with somebody who is lost, or who has been started anew and knows nothing of it; ``tick(now:)`` sends it again.
    /// - Parameter run: The start that is at work now; nil when there is none.
    public mutating func departed(_ source: Source, except run: UInt32?, now: Int64) {
        guard heldCount > 0 else { return }
        for (_, var entry) in entries {
            guard let holder = entry.holder, holder.source == source, holder.run != run else { continue }
            entry.holder = nil
            entry.pause = Self.firstPause
            entry.due = entry.isBegun ? .max : now
            entry.expires = max(entry.isBegun ? 0 : entry.expiresUntaken, now + Self.grace)
            put(entry)
        }
    }

    /// The broker refuses a message, and with it what else waits on its topic.
    public mutating func refused(_ message: MessageID, because reason: String) -> [Action] {
        guard let topic = entries[message]?.message.header.topic else { return [] }
        if refused.count < Self.refusedTopics { refused[topic] = reason }
        let waiting = entries.values.filter { $0.isWaiting && $0.message.header.topic == topic }
        for entry in waiting { remove(entry.id) }
        return inOrder(waiting).map { .refuse($0.message, reason) }
    }

    /// What was refused may be allowed now.
    public mutating func forgetRefusals() { refused = [:] }

    /// Sends what waits for somebody who has come.
    public mutating func arrived(_ arrival: Presence.Arrival, now: Int64) -> [Action] {
        sendAgain(now: now) { entry in
            entry.role == arrival.role && entry.expires > now
                && arrival.coverage.contains(entry.message.header.session)
        }
    }

    /// Sends everything that waits, since the bus itself has come back.
    public mutating func reconnected(now: Int64) -> [Action] { sendAgain(now: now) { _ in true } }

    private mutating func sendAgain(now: Int64, _ concerns: (OutboxEntry) -> Bool) -> [Action] {
        let waiting = entries.values.filter { $0.isWaiting && concerns($0) }
        for var entry in waiting {
            entry.due = now + Self.firstPause
            put(entry)
        }
        return inOrder(waiting).map { .sendAgain($0.message) }
    }

    /// Sends again what is due and gives up what has expired.
    public mutating func tick(now: Int64) -> [Action] {
        var due: [MessageID: OutboxEntry] = [:]
        while let moment = moments.min, moment.time <= now {
            moments.removeMin()
            if let entry = entries[moment.id], entry.next == moment { due[entry.id] = entry }
        }
        return inOrder(due.values).compactMap { entry in
            if entry.expires <= now {
                remove(entry.id)
                // Who holds it answers for it.
                return entry.holder == nil ? Self.givenUp(entry) : nil
            }
            var entry = entry
            entry.pause *= 2
            entry.due = now + entry.pause
            put(entry)
            return .sendAgain(entry.message)
        }
    }

    private static func givenUp(_ entry: OutboxEntry) -> Action {
        entry.isBegun ? .abandon(entry.message) : .expire(entry.message)
    }

    private mutating func put(_ entry: OutboxEntry) {
        let old = entries.updateValue(entry, forKey: entry.id)
        heldCount += (entry.holder == nil ? 0 : 1) - (old?.holder == nil ? 0 : 1)
        if old == nil, entry.rule != .nothing, let turn = entry.message.header.turn {
            ofTurn[turn, default: []].insert(entry.id)
        }
        if max(moments.count, ranks.count) > 2 * entries.count + 1024 {
            moments = Heap(entries.values.lazy.map(\.next))
            ranks = Heap(entries.values.lazy.map(\.rank))
        } else {
            moments.insert(entry.next)
            ranks.insert(entry.rank)
        }
    }

    private mutating func remove(_ id: MessageID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if entry.holder != nil { heldCount -= 1 }
        guard entry.rule != .nothing, let turn = entry.message.header.turn else { return }
        ofTurn[turn]?.remove(id)
        if ofTurn[turn]?.isEmpty == true { ofTurn[turn] = nil }
    }

    private func inOrder(_ entries: some Sequence<OutboxEntry>) -> [OutboxEntry] {
        entries.sorted { ($0.message.header.at, $0.id) < ($1.message.header.at, $1.id) }
    }
}
