import SaybusBus
import SaybusMessages
import Synchronization

/// Publishes recorded messages as our own of today.
///
/// New are: id, source, run, number, time and turn. A deadline is as far ahead as it was; causes are those that were played too. The header's
/// `replays` names the recorded turn, so that every recording of the replay can be held against the first.
final class ReplayPublisher: Sendable {
    private let bus: Bus
    private let identities = Mutex(ReplayIdentities())

    init(bus: Bus) { self.bus = bus }

    /// The turn in which a recorded turn is played.
    func turn(_ recorded: TurnID) -> TurnID { identities.withLock { $0.turn(recorded) } }

    /// Publishes one message.
    /// - Throws: `MessageError` when its body is not as its kind says.
    func publish(_ stored: StoredMessage) throws {
        var message = stored.message
        let header = message.header
        let (id, turn, causes) = identities.withLock { identities in
            if header.content ?? "application/json" == "application/json",
                let body = try? JSONValue(parsing: message.body)
            {
                let renamed = identities.body(body)
                if renamed != body { message.body = Array(renamed.text().utf8) }
            }
            return (
                identities.message(header.id), header.turn.map { identities.turn($0) },
                identities.causes(header.causes)
            )
        }
        let deadline = header.deadline.map { recorded in
            WallClock.microseconds() + Int64(min(3_600_000_000, WallClock.elapsed(from: header.at, to: recorded)))
        }
        let body = try MessageCatalog.decode(message)
        try publish(body, id: id, header.session, turn: turn, causes: causes, deadline: deadline, replays: header.turn)
    }

    private func publish(
        _ body: some BusMessage, id: MessageID, _ session: Session, turn: TurnID?, causes: [MessageID],
        deadline: Int64?,
        replays: TurnID?
    ) throws {
        try bus.publish(
            body, id: id, session: session, turn: turn, causes: causes, deadline: deadline, replays: replays)
    }
}
