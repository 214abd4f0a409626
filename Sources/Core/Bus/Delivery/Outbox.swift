import HeapModule
import SaybusMessages

/// The tracked messages that wait for an answer. Pure: time is passed in as microseconds of any steady clock.
///
/// A message leaves the outbox when another message names it in its causes. A receipt counts only if it is of a program
/// that may take the message. Until then the message is sent again: at once when an instance of the answering role
/// arrives, otherwise after 1 s, 2 s, 4 s, …. After its deadline it expires.
///
/// A message with a rule for the loss of its receiver (`Tracking.whenReceiverIsLost`) stays after it is
/// answered: the stage that answered *holds* it. When the holder is lost before the turn has ended, the
/// message is sent again to a successor, which may not know the message. If it may have been carried out
/// already, it is not sent again: its turn is given up unless the successor ends the turn in time. Its turn is given
/// up, too, when a holder that is not lost does not answer, or does not end the turn.
///
/// A message that the broker refuses ends at once, and so do the other messages on its topic, until
/// ``forgetRefusals()``: a policy allows or forbids whole topics.
public struct Outbox: Sendable {
    /// An action for the bus's thread.
    public enum Action: Sendable, Equatable {
        /// Send this message again, unchanged.
        case sendAgain(RawMessage)
        /// Give the message up: no stage answered it in time.
        case expire(RawMessage)
        /// Give the message up: the stage that answered it was lost, and may have carried it out.
        case abandon(RawMessage)
        /// Give the message up: the stage that took it does no more with it, for this reason.
        case overdue(RawMessage, String)
        /// Give the message up: the broker does not forward it, for this reason.
        case refuse(RawMessage, String)
    }

    /// Microseconds before a message is sent again for the first time: one second.
    public static let firstPause: Int64 = 1_000_000
    /// The most microseconds that a message stays with its holder: an hour, longer than a spoken answer that had to
    /// wait for others.
    static let heldLife: Int64 = 3_600_000_000
    /// The most microseconds that a message that may be processed twice stays with a stage of the answering role that
    /// has sent a receipt and no answer: 30 seconds. A model may need ten, and other utterances may come before.
    static let receiptLife: Int64 = 30_000_000
    /// Microseconds that a successor of a lost holder has to end the turn, even after the deadline: it may know
    /// of the turn from its predecessor.
    static let grace: Int64 = 5_000_000
    /// Microseconds after which a holder counts as gone while only another run of its name shows itself. The broker
    /// does not report such a loss.
    static let maximumSilence: Int64 = 5_000_000
    /// Microseconds after which a message without a deadline expires: ten seconds.
    public static let defaultLife: Int64 = 10_000_000
    /// The most microseconds after which a message expires: an hour. Deadlines are inherited from messages of
    /// other programs, so they are not trusted.
    static let maximumLife: Int64 = 3_600_000_000
    /// Microseconds by which the end of a message is put off while the program has not read yet what came during a
    /// standstill.
    static let catchUp: Int64 = 1_000_000
    /// The most refused topics remembered.
    private static let refusedTopics = 1024

    private var entries: [MessageID: OutboxEntry] = [:]
    /// The entries that are kept until their turn has ended.
    private var byTurn: [TurnID: Set<MessageID>] = [:]
    private var heldCount = 0
    private let capacity: Int
    /// The turns that have ended recently, by their ids as message ids.
    private var ended = HandledMessages(capacity: 2048)
    private var refused: [Topic: String] = [:]
    // An element that no longer matches its entry stays in a heap until it reaches the top, or until the
    // heaps are rebuilt.
    private var moments = Heap<OutboxEntry.Moment>()
    private var ranks = Heap<OutboxEntry.Rank>()

    /// Creates an outbox.
    /// - Parameter capacity: The most messages. A further message replaces a held one, or else the one that
    ///   expires first.
    public init(capacity: Int = 4096) { self.capacity = capacity }

    /// The number of messages that wait for an answer.
    public var count: Int { entries.count - heldCount }

    /// The time at which to call ``tick(now:isBehind:)``; nil when nothing waits. The time may be too early, in which
    /// case the call does nothing.
    public var nextDue: Int64? { entries.isEmpty ? nil : moments.min?.time }

    /// Adds a message that is about to be sent.
    /// - Parameters:
    ///   - message: The message.
    ///   - now: The time in microseconds of the clock that ``nextDue`` uses.
    ///   - role: The role of the stage that answers it.
    ///   - life: Microseconds until it expires.
    ///   - rule: What to do when the stage that took it is lost.
    /// - Returns: The refusal of this message when its topic is refused, or the actions that end the messages
    ///   that made room for it.
    public mutating func sent(
        _ message: RawMessage, to role: Role, life: Int64, now: Int64,
        whenReceiverIsLost rule: Tracking.LossReaction = .nothing
    ) -> [Action] {
        if let reason = refused[message.header.topic] { return [.refuse(message, reason)] }
        var actions: [Action] = []
        while entries.count >= capacity, let rank = ranks.popMin() {
            guard let entry = entries[rank.id], entry.rank == rank else { continue }
            remove(rank.id)
            // The holder is responsible for a held message, so the message ends without notice.
            if entry.holder == nil, let action = Self.givenUp(entry) { actions.append(action) }
        }
        put(OutboxEntry(message, to: role, life: life, now: now, rule: rule))
        return actions
    }

    /// Records the sequence number with which a message was sent, so that it is sent again unchanged.
    public mutating func numbered(_ message: RawMessage) {
        entries[message.header.id]?.message = message
    }

    /// Returns whether a message waits for an answer, or for the end of its turn.
    public func contains(_ id: MessageID) -> Bool { entries[id] != nil }

    /// Returns whether a message waits for an answer, and no stage holds it.
    package func isWaiting(_ id: MessageID) -> Bool { entries[id]?.isWaiting ?? false }

    /// Removes messages by their ids.
    public mutating func answered(_ causes: [MessageID]) {
        guard !entries.isEmpty else { return }
        for cause in causes { remove(cause) }
    }

    /// Records a receipt with a problem: removes the messages that it refuses.
    /// - Returns: Whether it refuses any.
    package mutating func refused(by receipt: Header) -> Bool {
        let refused = receipt.causes.filter { entries[$0]?.fits(receipt) ?? false }
        for id in refused { remove(id) }
        return !refused.isEmpty
    }

    /// Records an answer: removes the messages that its causes name, and all messages of a turn that it ends.
    /// A message with a loss rule is not removed by an answer: the answer's publisher holds it until the turn
    /// ends. A message of another session or turn does not answer it.
    public mutating func answered(by header: Header, now: Int64) {
        if header.kind == TurnEnded.kind, let turn = header.turn {
            _ = ended.insert(MessageID(turn))
            for id in byTurn[turn] ?? [] { remove(id) }
        }
        guard !entries.isEmpty else { return }
        // Once a command has begun, the dispatch stage alone is responsible for the turn.
        if header.kind == CommandInvoked.kind, let turn = header.turn {
            for id in byTurn[turn] ?? [] where entries[id]?.rule == .sendAgain && entries[id]?.holder != nil {
                remove(id)
            }
        }
        for cause in header.causes {
            guard var entry = entries[cause], entry.fits(header) else { continue }
            // A message that is answered after its turn has ended, such as a second recognizer's transcript,
            // is not kept.
            guard entry.rule != .nothing, let turn = entry.message.header.turn, !ended.contains(MessageID(turn)) else {
                remove(cause)
                continue
            }
            if entry.rule == .endTurn, header.kind != Receipt.kind { entry.isBegun = true }
            entry.holder = ProgramRun(header)
            entry.holderMissingSince = nil
            entry.due = .max
            if entry.isOnlyAcknowledged(by: header) {
                entry.expires = now + Self.receiptLife
            } else {
                (entry.expires, entry.isAnswered) = (now + Self.heldLife, true)
            }
            put(entry)
        }
    }

    /// Records a status: takes messages back from a holder that is gone or was replaced, and knows nothing of them.
    /// ``tick(now:isBehind:)`` sends them again.
    package mutating func receive(_ status: Message<StageStatus>, now: Int64) {
        guard heldCount > 0 else { return }
        for (id, var entry) in entries {
            guard let sign = entry.holder?.sign(in: status) else { continue }
            switch sign {
            case .alive:
                if entry.holderMissingSince != nil { entries[id]?.holderMissingSince = nil }
                continue
            case .namesake:
                let since = entry.holderMissingSince ?? now
                if since == now { entries[id]?.holderMissingSince = now }
                // Two live runs of one name show themselves by turns.
                if now - since < Self.maximumSilence { continue }
            case .ended, .lost, .replaced: break
            }
            entry.holder = nil
            entry.holderMissingSince = nil
            entry.isAnswered = false
            entry.pause = Self.firstPause
            entry.due = entry.isBegun ? .max : now
            entry.expires = max(entry.isBegun ? 0 : entry.expiresUntaken, now + Self.grace)
            put(entry)
        }
    }

    /// Removes a message that the broker refuses, and the others that wait on its topic.
    public mutating func refused(_ message: MessageID, because reason: String) -> [Action] {
        guard let topic = entries[message]?.message.header.topic else { return [] }
        if refused.count < Self.refusedTopics { refused[topic] = reason }
        let waiting = entries.values.filter { $0.isWaiting && $0.message.header.topic == topic }
        for entry in waiting { remove(entry.id) }
        return inOrder(waiting).map { .refuse($0.message, reason) }
    }

    /// Forgets the refused topics, which may be allowed now.
    public mutating func forgetRefusals() { refused = [:] }

    /// Sends the messages again that wait for a stage that has arrived.
    public mutating func arrived(_ arrival: Presence.Arrival, now: Int64) -> [Action] {
        sendAgain(now: now) { entry in
            entry.role == arrival.role && entry.expires > now
                && arrival.coverage.contains(entry.message.header.session)
        }
    }

    /// Sends all waiting messages again after a reconnection to the bus.
    public mutating func reconnected(now: Int64) -> [Action] { sendAgain(now: now) { _ in true } }

    private mutating func sendAgain(now: Int64, _ concerns: (OutboxEntry) -> Bool) -> [Action] {
        let waiting = entries.values.filter { $0.isWaiting && concerns($0) }
        for var entry in waiting {
            entry.due = now + Self.firstPause
            put(entry)
        }
        return inOrder(waiting).map { .sendAgain($0.message) }
    }

    /// Sends the messages again that are due, and gives up those that have expired.
    /// - Parameters:
    ///   - now: The time in microseconds.
    ///   - isBehind: Whether the program stood still, so that answers may wait unread. No message is given up then.
    public mutating func tick(now: Int64, isBehind: Bool = false) -> [Action] {
        var due: [MessageID: OutboxEntry] = [:]
        while let moment = moments.min, moment.time <= now {
            moments.removeMin()
            if let entry = entries[moment.id], entry.next == moment { due[entry.id] = entry }
        }
        return inOrder(due.values).compactMap { entry in
            if entry.expires <= now, isBehind {
                var entry = entry
                entry.expires = now + Self.catchUp
                entry.due = max(entry.due, entry.expires)
                put(entry)
                return nil
            }
            if entry.expires <= now {
                remove(entry.id)
                return Self.givenUp(entry)
            }
            var entry = entry
            entry.pause *= 2
            entry.due = now + entry.pause
            put(entry)
            return .sendAgain(entry.message)
        }
    }

    /// Returns the end of a message whose time is over; nil when another program ends its turn.
    private static func givenUp(_ entry: OutboxEntry) -> Action? {
        guard let holder = entry.holder?.source else {
            return entry.isBegun ? .abandon(entry.message) : .expire(entry.message)
        }
        // The publisher of the intent answers for a transcript that has one. The reply to a command may be paused for
        // hours. A program of another role, such as a link, works for a site whose ends of turns need not come here.
        guard holder.role == entry.role, !entry.isBegun, entry.rule == .endTurn || !entry.isAnswered else { return nil }
        let time = entry.isAnswered ? "an hour" : "\(receiptLife / 1_000_000) s"
        let failing = entry.isAnswered ? "the turn did not end" : "it did not answer it"
        return .overdue(entry.message, "\(holder) took \(entry.message.header.kind), and \(failing) within \(time)")
    }

    private mutating func put(_ entry: OutboxEntry) {
        let old = entries.updateValue(entry, forKey: entry.id)
        heldCount += (entry.holder == nil ? 0 : 1) - (old?.holder == nil ? 0 : 1)
        if old == nil, entry.rule != .nothing, let turn = entry.message.header.turn {
            byTurn[turn, default: []].insert(entry.id)
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
        byTurn[turn]?.remove(id)
        if byTurn[turn]?.isEmpty == true { byTurn[turn] = nil }
    }

    /// Returns entries in the order of their publication.
    private func inOrder(_ entries: some Sequence<OutboxEntry>) -> [OutboxEntry] {
        entries.sorted { ($0.message.header.at, $0.id) < ($1.message.header.at, $1.id) }
    }
}
