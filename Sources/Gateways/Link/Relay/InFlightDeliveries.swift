import SaybusBus
import SaybusMessages

/// The tracked messages from elsewhere that wait for an answer on this site's bus, with the subjects of their
/// acknowledgements. Pure. Times are microseconds of a steady clock.
///
/// A publisher elsewhere cannot send its message to this site again, so the link does: as any publisher, by an outbox.
/// The stream gets its acknowledgement only when the message is answered, so that another link goes on if this one
/// dies.
struct InFlightDeliveries: Sendable {
    /// Microseconds after which the stream is told again that a message is in work: less than half of the time that a
    /// stream waits.
    static let workInterval: Int64 = 2_000_000

    private var outbox = Outbox()
    private var replies: [MessageID: String] = [:]
    private var told: Int64 = 0

    init() {}

    /// Returns whether a message waits for its acknowledgement.
    func contains(_ id: MessageID) -> Bool { replies[id] != nil || outbox.contains(id) }

    /// Adds a message that is about to be published.
    mutating func add(
        _ message: RawMessage, to role: Role, life: Int64, reply: String?, now: Int64,
        whenReceiverIsLost rule: Tracking.LossReaction
    ) -> [LinkAction] {
        if let reply { replies[message.header.id] = reply }
        let actions = outbox.sent(message, to: role, life: life, now: now, whenReceiverIsLost: rule)
        return [.inject(message)] + perform(actions)
    }

    /// Changes the subject of an acknowledgement, because the message came again.
    mutating func renew(_ id: MessageID, reply: String?) { if let reply { replies[id] = reply } }

    /// Records a message of this site's bus, which may be an answer.
    mutating func receive(_ header: Header, now: Int64) {
        guard !header.kind.isShadow, !header.causes.isEmpty || header.kind == TurnEnded.kind else { return }
        outbox.answered(by: header, now: now)
    }

    /// Records the arrival or the loss of a stage.
    mutating func receive(_ status: Message<StageStatus>, arrival: Presence.Arrival?, now: Int64) -> [LinkAction] {
        outbox.receive(status, now: now)
        return arrival.map { perform(outbox.arrived($0, now: now)) } ?? []
    }

    /// Acknowledges a message to its stream.
    mutating func acknowledge(_ id: MessageID, _ answer: String = LinkAction.acknowledged) -> [LinkAction] {
        replies.removeValue(forKey: id).map { [.answer(answer, to: $0)] } ?? []
    }

    /// Acknowledges the messages to their streams that an answer has settled, after it was received. What names a
    /// message and is no answer to it, such as the receipt of a program that does not take it, settles nothing.
    mutating func acknowledge(answeredBy header: Header) -> [LinkAction] {
        guard !header.kind.isShadow else { return [] }
        return header.causes.filter { !outbox.isWaiting($0) }.flatMap { acknowledge($0) }
    }

    /// Publishes again what is due, gives up what has expired, and tells the streams what is in work.
    mutating func tick(now: Int64, isBehind: Bool = false) -> [LinkAction] {
        var actions: [LinkAction] = []
        if (outbox.nextDue ?? .max) <= now { actions += perform(outbox.tick(now: now, isBehind: isBehind)) }
        if now - told >= Self.workInterval {
            told = now
            actions += replies.values.map { .answer(LinkAction.inProgress, to: $0) }
        }
        return actions
    }

    private mutating func perform(_ actions: [Outbox.Action]) -> [LinkAction] {
        actions.flatMap { action -> [LinkAction] in
            switch action {
            case .sendAgain(let message): [.inject(message)]
            case .expire(let message):
                giveUp(
                    message, .expired,
                    "no \(Self.receiver(of: message.header.kind)) stage took \(message.header.kind) of "
                        + "\(message.header.source) in time")
            case .abandon(let message):
                giveUp(
                    message, .failed,
                    "the stage that took \(message.header.kind) of \(message.header.source) was lost before the turn had ended"
                )
            case .overdue(let message, let reason), .refuse(let message, let reason):
                giveUp(message, .failed, reason)
            }
        }
    }

    /// Returns the role that answers a kind, for a sentence.
    private static func receiver(of kind: Kind) -> String {
        MessageCatalog.type(of: kind)?.delivery?.role.rawValue ?? "receiver"
    }

    private mutating func giveUp(_ message: RawMessage, _ outcome: TurnEnded.Outcome, _ reason: String) -> [LinkAction]
    {
        let header = message.header
        let end: [LinkAction] =
            header.turn.map { [.end($0, header.session, causes: [header.id], outcome, reason: reason)] } ?? []
        return acknowledge(header.id, LinkAction.terminated) + end
    }
}
