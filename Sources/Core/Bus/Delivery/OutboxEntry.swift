import SaybusMessages

/// A tracked message and its progress.
struct OutboxEntry: Sendable {
    var message: RawMessage
    let role: Role
    let rule: Tracking.LossReaction
    var expires: Int64
    /// The time at which the message expires unless a stage has answered it.
    let expiresUntaken: Int64
    var pause = Outbox.firstPause
    var due: Int64
    /// The stage that has answered the message and holds it.
    var holder: ProgramRun?
    /// The time since when only another run of the holder's name has shown itself; nil while the holder does.
    var holderMissingSince: Int64?
    /// Whether the holder has done more than to acknowledge the message, or may take its time with the answer.
    var isAnswered = false
    /// Whether the message may have been carried out, so that it must not be sent again.
    var isBegun = false

    init(_ message: RawMessage, to role: Role, life: Int64, now: Int64, rule: Tracking.LossReaction) {
        (self.message, self.role) = (message, role)
        (expires, expiresUntaken, due) = (now + life, now + life, now + Outbox.firstPause)
        self.rule = message.header.turn == nil ? .nothing : rule
    }

    var id: MessageID { message.header.id }
    var isWaiting: Bool { holder == nil && !isBegun }

    /// Returns whether a message that names this one in its causes answers it. What brings a turn on has its session
    /// and its turn, and a receipt is of a program that may take the message.
    func fits(_ answer: Header) -> Bool {
        let header = message.header
        guard answer.kind != Receipt.kind || mayAcknowledge(answer.source) else { return false }
        guard rule != .nothing else { return true }
        // A receipt leads nowhere, so it may leave the turn out.
        guard answer.turn == header.turn || answer.kind == Receipt.kind && answer.turn == nil else { return false }
        // A command that has begun must not begin again, in whichever session it goes on.
        return answer.session == header.session || answer.kind == CommandInvoked.kind
    }

    private func mayAcknowledge(_ program: Source) -> Bool {
        guard let tracking = MessageCatalog.type(of: message.header.kind)?.delivery else { return true }
        return tracking.mayAcknowledge(program, for: message.header.source)
    }

    /// Returns whether an answer is only a receipt, after which the answer itself is due in seconds.
    ///
    /// The answer to an intent is the end of its turn, which comes after the last word of a long reply. A receipt of
    /// another role says that a program elsewhere answers, or that the publisher goes on by itself.
    func isOnlyAcknowledged(by answer: Header) -> Bool {
        !isAnswered && rule == .sendAgain && answer.kind == Receipt.kind && answer.source.role == role
    }

    /// The next moment at which the outbox must act on the entry.
    var next: Moment { Moment(time: min(due, expires), id: id) }
    /// The rank of the message in the order in which messages make room for others.
    var rank: Rank { Rank(isHeld: holder != nil, expires: expires, id: id) }

    /// A moment at which the outbox must act on an entry. A moment that differs from the entry's ``next`` is
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
