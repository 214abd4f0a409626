import SaybusBus
import SaybusMessages
import Synchronization

/// A publisher of recorded messages as new messages of this process.
///
/// Id, source, run, sequence number, time and turn are new. A deadline keeps its distance from the time of publishing.
/// Causes that were not replayed are omitted, and so is the owner of a command. The header's `replays` names the
/// recorded turn, so that a recording of the replay can be compared with the original.
final class ReplayPublisher: Sendable {
    private let bus: Bus
    private let identities = Mutex(ReplayIdentities())

    init(bus: Bus) { self.bus = bus }

    /// Returns the id that a recorded turn has on the bus.
    func turn(_ recorded: TurnID) -> TurnID { identities.withLock { $0.turn(recorded) } }

    /// Publishes one message.
    /// - Throws: `MessageError` if its body is invalid for its kind.
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
            bus.now + Int64(min(3_600_000_000, WallClock.elapsed(from: header.at, to: recorded)))
        }
        var body = try MessageCatalog.decode(message)
        if var command = body as? CommandInvoked {
            // The program that had to carry out the recorded command. Those of now would leave it alone.
            command.owner = nil
            body = command
        }
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
