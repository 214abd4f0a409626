import SaybusMessages

/// A tracked message and its progress.
struct OutboxEntry: Sendable {
    var message: RawMessage
    let role: String
    let rule: Tracking.LossRule
    var expires: Int64
    /// The time at which it expires while no stage has taken it.
    let expiresUntaken: Int64
    var pause = Outbox.firstPause
    var due: Int64
    var holder: Holder?
    /// Whether it may have been carried out, so that it must not be sent again.
    var isBegun = false

    /// The stage that has taken a message, in a certain run of it.
    struct Holder: Sendable {
        let source: Source
        let run: UInt32
    }

    init(_ message: RawMessage, to role: String, life: Int64, now: Int64, rule: Tracking.LossRule) {
        (self.message, self.role) = (message, role)
        (expires, expiresUntaken, due) = (now + life, now + life, now + Outbox.firstPause)
        self.rule = message.header.turn == nil ? .nothing : rule
    }

    var id: MessageID { message.header.id }
    var isWaiting: Bool { holder == nil && !isBegun }
    /// The moment at which something is to be done with it.
    var next: Moment { Moment(time: min(due, expires), id: id) }
    /// Its rank among the messages that make room for others.
    var rank: Rank { Rank(isHeld: holder != nil, expires: expires, id: id) }

    /// A moment at which something is to be done with an entry. One that differs from the entry's ``next`` is
    /// outdated.
    struct Moment: Comparable, Sendable {
        let time: Int64
        let id: MessageID

        static func < (first: Moment, second: Moment) -> Bool { first.time < second.time }
    }

    /// The order in which messages make room for others: held ones first, then the one that expires first.
    struct Rank: Comparable, Sendable {
        let isHeld: Bool
        let expires: Int64
        let id: MessageID

        static func < (first: Rank, second: Rank) -> Bool {
            first.isHeld == second.isHeld ? first.expires < second.expires : first.isHeld
        }
    }
}
