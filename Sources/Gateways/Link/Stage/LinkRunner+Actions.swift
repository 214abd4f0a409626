import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The actions of the relay.
extension LinkRunner {
    func perform(_ actions: [LinkAction]) {
        for action in actions { perform(action) }
        if isDraining {
            let isIdle = relay.turnCount == 0 && relay.waiting == 0
            idle.change { $0 = isIdle }
        }
    }

    private func perform(_ action: LinkAction) {
        // While libnats connects again, sending waits for the connection's lock.
        guard isConnected || !action.isSent else { return }
        do {
            switch action {
            case .send(let message): try client?.send(message)
            case .store(var message, let id):
                message.reply = "\(inbox).stored.\(id)"
                try client?.send(message)
            case .request(var message, let request):
                if case .question(let role) = request {
                    asked[role] = (SteadyClock.microseconds(), context.bus.now)
                }
                message.reply = "\(inbox).\(Self.token(request))"
                try client?.send(message)
            case .accept(let subject):
                let text = "\(configuration.site) \(context.bus.now)"
                try client?.send(LineMessage(subject: subject, body: Array(text.utf8)))
            case .answer(let text, let subject): try client?.send(LineMessage(subject: subject, body: Array(text.utf8)))
            case .inject(var message):
                message.stamp = nil
                try context.bus.publish(frames: message.frames)
            case .receipt(let header): try context.bus.publish(Receipt(of: header.kind), answering: header)
            case .refuse(let header, let reason):
                context.logger.error(
                    "gave up a message", metadata: ["id": "\(header.id)", "reason": "\(reason)"])
                context.bus.refuse(header, because: reason)
            case .end(let turn, let session, let causes, let outcome, let reason):
                context.logger.error("gave up a turn", metadata: ["turn": "\(turn)", "reason": "\(reason)"])
                try context.bus.publish(
                    TurnEnded(outcome: outcome, reason: reason), session: session, turn: turn, causes: causes)
            case .subscribe(let subject): try client?.subscribe(subject)
            case .unsubscribe(let subject): client?.unsubscribe(subject)
            case .serve(let role, let begins): try setServing(begins, of: role)
            case .prepare(let site): prepare(site)
            case .stand(let role, let standIn):
                context.logger.notice(
                    standIn.isReady ? "recognizers elsewhere take over" : "no recognizer elsewhere",
                    metadata: ["role": "\(role)", "problem": "\(standIn.problem ?? "none")"])
                standIns[role] = standIn
                publish(standIn, as: role)
            }
        } catch {
            relay.counters.record("\(error)", at: SteadyClock.microseconds())
            context.logger.debug("cannot perform an action", metadata: ["error": "\(error)"])
        }
    }

    private static func token(_ request: RequestID) -> String {
        switch request {
        case .offer(let turn): "offer.\(turn)"
        case .question(let role): "ask.\(role)"
        }
    }

    /// Begins or ends to take the turns of other sites for a role.
    private func setServing(_ begins: Bool, of role: Role) throws {
        context.logger.notice(
            begins ? "takes turns of other sites" : "takes no turns of other sites", metadata: ["role": "\(role)"])
        var subjects: [String] = [LinkSubject.questions(role)]
        for bucket in Streams.buckets(configuration.share) {
            if role == .transcribe { subjects.append(LinkSubject.Offer.filter(role, bucket: bucket)) }
            if role == .intent { subjects.append(Streams.intents(bucket)) }
        }
        for subject in subjects {
            if begins {
                try client?.subscribe(subject, queue: role.rawValue)
            } else {
                client?.unsubscribe(subject)
            }
        }
    }
}
