import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// Turns that end with a question, and turns that answer one.
extension TurnServer {
    /// Asks, after the answer to the command has been heard. The turn ends when the question has been spoken.
    func ask(_ followUp: FollowUp, _ answer: Answer, over: @escaping @Sendable () -> Void) async {
        await dialogs.ask(followUp, turn: openTurn(answer, over: over), in: answer.intent.header.session)
    }

    /// Takes an intent as the answer to the question that is open in its conversation, unless it is for another app by its name.
    /// - Returns: False when it is no answer: it may be a command, and a question goes on waiting.
    func takeAnswer(_ intent: Message<SpeechIntent>, over: @escaping @Sendable () -> Void) async throws -> Bool {
        guard dialogs.isAsking(in: intent.header.session),
            let command = await dialogs.asked(in: intent.header.session)
        else { return false }
        if let addressee = intent.body.addressee, addressee != command.app {
            await dialogs.pass(in: intent.header.session)
            return false
        }
        var answer = Answer(intent: intent)
        begin(&answer, command)
        // Its publisher need not send it again while the app thinks about it.
        try bus.publish(Receipt(of: SpeechIntent.kind), answering: intent.header)
        await dialogs.answer(intent, turn: openTurn(answer, over: over))
        return true
    }

    /// A request of what a remote app asks.
    func followUp(
        _ asked: RemoteQuestion.Asked, of command: CommandInvoked, owner: Source, in session: Session
    ) async throws(QuestionProblem) -> FollowUp {
        let question = RemoteQuestion(
            asked: asked, command: command, owner: owner, session: session, runner: RemoteRunner(bus: bus, calls: calls)
        ) { [weak dialogs] events, turn, track in dialogs?.play(events, turn: turn, in: session, on: track) }
        return FollowUp(
            request: try await question.request(), command: command, asker: .init(owner: owner, run: asked.run))
    }

    /// What the actions of an app do to the conversation that an intent is part of.
    func host(of app: App, answering intent: Header) -> AppHost {
        AppHost(
            app: app, session: intent.session, cause: intent, turn: intent.turn, conversations: conversations, bus: bus,
            logger: logger)
    }

    /// A request of what our own app asks.
    func followUp(
        _ question: ActionOutcome.Question, of command: CommandInvoked, _ host: AppHost
    ) async throws(TemplateError) -> FollowUp {
        let topic = host.app.command(command.type)?.topic ?? App.Topic.root
        let asked = try AppQuestion(question, host: host, command: command.type) {
            [weak dialogs, conversations] events, turn, track in
            let events = await conversations.post(events, by: topic, of: host.app, in: host.session)
            dialogs?.play(events, turn: turn, in: host.session, on: track)
        }
        return FollowUp(request: try await asked.voiceRequest(), command: command)
    }

    /// A turn that goes on by itself, and ends when all that belongs to it is over.
    private func openTurn(_ answer: Answer, over: @escaping @Sendable () -> Void) -> ConversationTurn {
        let intent = answer.intent
        let isTold = Mutex(false)
        let spent = answer.spent.merging(timings.spent(on: intent.header)) { own, _ in own }
        let turn = ConversationTurn(
            id: intent.header.turn, cause: intent.header, said: intent.body.text, timings: spent
        ) { end in
            isTold.withLock { $0 = true }
            do {
                try publish(answer.conclusion(after: end), answer)
            } catch {
                logger.error("a turn's end cannot be published", metadata: ["error": "\(error)"])
            }
        }
        turn.onEnd { [dialogs] in
            // The bus has said the end of one that expired.
            if !isTold.withLock({ $0 }) { closed(answer) }
            over()
            Task { await dialogs.sweep() }
        }
        return turn
    }
}
