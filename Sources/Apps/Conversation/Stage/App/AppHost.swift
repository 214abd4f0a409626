import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport

/// What the actions of an app's file do to one conversation, and to the bus.
struct AppHost: ActionHost {
    let app: App
    let session: Session
    /// What they answer; nil when nobody has said anything.
    let cause: Header?
    let turn: TurnID?
    let conversations: AppConversations
    let bus: Bus
    let logger: Logger

    func perform(_ act: ConversationAct) async -> [AudioEvent] {
        let (events, control) = await conversations.perform(act, of: app, in: session)
        if let control {
            do { try bus.publish(control, session: session) } catch {
                logger.error("cannot publish", metadata: ["problem": "\(error)"])
            }
        }
        return events
    }

    func publish(_ message: OutgoingMessage) async -> String? {
        do {
            if let type = MessageCatalog.type(of: message.kind) {
                try publish(message, as: type)
            } else {
                try bus.publish(message.body, of: message.kind, answering: cause, session: session, turn: turn)
            }
            return nil
        } catch {
            return "the \(message.kind) cannot be published: \(LogLine.clean("\(error)", limit: 300))"
        }
    }

    private func publish<Body: BusMessage>(_ message: OutgoingMessage, as _: Body.Type) throws {
        let header = Header(kind: message.kind, session: session, source: bus.source, run: bus.run, sequence: 0)
        let body = try Body(wire: Array(message.body.text().utf8), header: header)
        // What is tracked has a life of its own: that of the intent may be over after a slow action.
        let deadline = Body.tracking == nil ? nil : WallClock.microseconds() + Bus.sequenceLife
        try bus.publish(body, answering: cause, session: session, turn: turn, deadline: deadline)
    }

    /// Writes what an outcome has for the log.
    func log(_ outcome: ActionOutcome, _ what: String) {
        for line in outcome.logs { logger.notice("\(what): \(line)", metadata: ["session": "\(session)"]) }
        if let problem = outcome.problem {
            logger.warning("a command failed", metadata: ["command": "\(what)", "problem": "\(problem)"])
        }
    }
}
