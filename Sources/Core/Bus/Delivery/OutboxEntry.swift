import SaybusMessages

/// A message that must be answered, and how far it has come.
struct OutboxEntry: Sendable {
    var message: RawMessage
    let role: String
    let rule: Tracking.LossRule
    var expires: Int64
    /// When it expires while nobody has taken it.
    let expiresUntaken: Int64
    var pause = Outbox.firstPause
    var due: Int64
    var holder: Holder?
    /// Whether it may have been carried out: it is not sent again.
    var isBegun = false

    /// Who has taken a message, and in which start of it.
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
    /// When something is to be done with it.
    var next: Moment { Moment(time: min(due, expires), id: id) }
    /// When it makes room for another.
    var rank: Rank { Rank(isHeld: holder != nil, expires: expires, id: id) }

    /// What is to be done at some time; what no longer fits its entry is outdated.
    struct Moment: Comparable, Sendable {
        let time: Int64
        let id: MessageID

        static func < (first: Moment, second: Moment) -> Bool { first.time < second.time }
    }

    /// The order in which messages make room: what is in somebody's hands first, then what expires first.
    struct Rank: Comparable, Sendable {
        let isHeld: Bool
        let expires: Int64
        let id: MessageID

        static func < (first: Rank, second: Rank) -> Bool {
            first.isHeld == second.isHeld ? first.expires < second.expires : first.isHeld
        }
    }
}
