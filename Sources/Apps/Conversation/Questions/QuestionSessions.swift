import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import Synchronization

/// The sessions in which YAML apps and remote apps have asked questions. Claims the intents that answer them. Bounded.
@ConversationActor
package final class QuestionSessions: DispatchApp {
    /// Maximum number of sessions with questions at a time.
    nonisolated static let capacity = 1024

    /// An app with an open question.
    private nonisolated struct Asker {
        let app: String
        let yieldsToCommands: Bool
    }

    private nonisolated struct State {
        /// The app that asks, by session; nil in a session whose last question is closed.
        var askers: [Session: Asker?] = [:]
    }

    var open: [Session: QuestionSession] = [:]
    /// Outside of the actor, so that turns without a question need not wait for it.
    private nonisolated let state = Mutex(State())
    nonisolated let runtime: TurnRuntime

    /// Creates a host without questions.
    package nonisolated init(runtime: TurnRuntime) { self.runtime = runtime }

    // MARK: DispatchApp

    package nonisolated func isAsking(in session: Session) -> Bool {
        state.withLock { $0.askers[session] ?? nil } != nil
    }

    package nonisolated func mayClaim(_ arrival: IntentArrival) -> Bool {
        guard let asker = state.withLock({ $0.askers[arrival.session] ?? nil }) else { return false }
        let intent = arrival.intent.body
        let mayClaim =
            asker.yieldsToCommands || intent.hypotheses.haveCall || intent.addressee.map { $0 == asker.app } ?? true
        // The runtime asks no further, and the question must not wait for these words.
        if !mayClaim { Task { await leave(arrival.intent.header) } }
        return mayClaim
    }

    package nonisolated func claim(_ arrival: IntentArrival) async -> IntentClaim {
        guard state.withLock({ $0.askers[arrival.session] != nil }) else { return .declined }
        let claim = await claimAnswer(arrival)
        if case .declined = claim { await leave(arrival.intent.header) }
        return claim
    }

    package nonisolated func otherAnswered(_ arrival: IntentArrival) async {
        guard isKnown(arrival.session) else { return }
        await endIfOtherIsCalled(arrival)
    }

    /// Ends the open question of a session after words that call an app with sessions, which another program has
    /// answered, unless it was asked after them.
    private func endIfOtherIsCalled(_ arrival: IntentArrival) async {
        guard let session = open[arrival.session] else { return }
        await session.requests.settled()
        let intent = arrival.intent
        if session.requests.takesAnswers, intent.body.hypotheses.haveCall,
            session.requests.isOlder(than: intent.header)
        {
            await cancelRequests(of: [session])
        }
        session.requests.turnTaken()
        leave(intent.header)
    }

    /// Lets the open question of a session listen again after words that are for another app.
    private func leave(_ intent: Header) {
        open[intent.session]?.requests.leave(intent.turn, hasEnded: runtime.isEndedElsewhere(intent.turn))
    }

    /// Takes an intent as the answer to the open question, unless it addresses another app by its name. A skill that is
    /// called listens from now on, so that the question is over.
    private func claimAnswer(_ arrival: IntentArrival) async -> IntentClaim {
        guard let session = open[arrival.session] else { return .declined }
        let intent = arrival.intent
        // "Stop" is no answer while something rings. It must not wait for the actions that follow an answer.
        let stopsRinging = intent.body.awaitingApp != nil
        if !stopsRinging { await session.requests.settled() }
        guard session.requests.takesAnswers, let command = session.followUp?.command else { return .declined }
        let result = SpeechRecognitionResult(intent.body, runtime.transcript(of: intent.header.turn))
        // The command is claimed by the host of its app, which is asked next, or by another program.
        if session.requests.yields(to: result, isCommand: arrival.isCommand) {
            await cancelRequests(of: [session], after: intent.header.turn, because: "another command was said")
            session.requests.turnTaken()
            return .declined
        }
        if stopsRinging { return .declined }
        if let addressee = intent.body.addressee, addressee != command.app {
            if intent.body.hypotheses.haveCall, session.requests.isOlder(than: intent.header) {
                await cancelRequests(of: [session])
            }
            session.requests.turnTaken()
            return .declined
        }
        if intent.body.addressee != command.app, session.requests.isTooLate(for: arrival, of: command.app) {
            session.requests.turnTaken()
            return .declined
        }
        return .claimed { [weak self] turn in
            await self?.answer(intent.header, result, to: command, in: session, turn)
        }
    }

    private func answer(
        _ intent: Header, _ result: SpeechRecognitionResult, to command: CommandInvoked, in session: QuestionSession,
        _ turn: ConversationTurn
    ) async {
        turn.begin(app: command.app, command: command.type, isNamed: true)
        turn.onEnd { [weak self] in Task { await self?.sweep() } }
        // Stops the publisher's retransmissions while the app works on the answer.
        runtime.confirm(intent)
        session.requests.answerOrSettle(result, turn: turn)
        await session.requests.answered()
    }

    package nonisolated func speechStarted(_ header: Header) async {
        guard isKnown(header.session) else { return }
        await open(header.session)?.requests.speechStarted(header.turn)
    }

    package nonisolated func speechEnded(_ message: Message<SpeechEnded>) async {
        guard isKnown(message.header.session) else { return }
        await open(message.header.session)?.requests.speechEnded(message)
    }

    package nonisolated func turnEnded(_ header: Header) async {
        guard isKnown(header.session) else { return }
        await open(header.session)?.requests.turnEnded(header.turn)
    }

    package nonisolated func otherAsks(_ question: Header) async {
        guard isAsking(in: question.session) else { return }
        await giveWay(to: question)
    }

    private func giveWay(to question: Header) {
        guard let cleanup = open[question.session]?.requests.giveWay(to: question) else { return }
        // A remote app's answer to it comes only after this message has been handled.
        Task { await cleanUp(cleanup, nil) }
    }

    package nonisolated func otherEnds(_ request: MessageID, in session: Session) async {
        guard isAsking(in: session) else { return }
        await end(request, in: session)
    }

    private func end(_ request: MessageID, in session: Session) async {
        guard let session = open[session], session.requests.asks(request) else { return }
        await cancelRequests(of: [session])
    }

    package nonisolated func statusChanged(_ status: Message<StageStatus>, arrival: Presence.Arrival?) async {
        guard state.withLock({ !$0.askers.isEmpty }) else { return }
        await apply(status, arrival)
    }

    private func apply(_ status: Message<StageStatus>, _ arrival: Presence.Arrival?) {
        for (name, session) in open {
            session.apply(status)
            if arrival?.takesAnswers(in: name) == true { session.requests.reportAgain() }
        }
        sweep()
    }

    package func drain() async {
        // An answer that is being carried out is finished.
        await cancelRequests(of: open.values.filter(\.requests.takesAnswers))
    }

    /// Cancels the open questions of sessions.
    /// - Parameters:
    ///   - turn: The turn of the user's words that are the reason; nil for none.
    ///   - reason: The reason in the questions' statuses; nil for none.
    func cancelRequests(
        of sessions: [QuestionSession], after turn: TurnID? = nil, because reason: String? = nil
    ) async {
        await withDiscardingTaskGroup { group in
            for session in sessions {
                let cleanup =
                    if let reason {
                        session.requests.cancelRequest(after: turn, because: reason)
                    } else {
                        session.requests.cancelRequest()
                    }
                group.addTask { await self.cleanUp(cleanup, nil) }
            }
        }
    }

    package func close() async {
        await cancelRequests(of: Array(open.values))
        // Such as the actions that follow an unanswered question, for which no turn waits.
        await withDiscardingTaskGroup { group in
            for session in open.values { group.addTask { await session.requests.cancelHandlers() } }
        }
        for session in open.values { session.trackCoordinator.close() }
    }

    // MARK: Sessions

    /// Publishes the phrases that answer the open question of a session; without a question, removes them.
    func questionChanged(in name: Session) {
        guard let session = open[name] else { return }
        let asker = session.requests.voiceRequest.map {
            Asker(app: session.followUp?.command.app ?? runtime.name, yieldsToCommands: $0.yieldsToCommands)
        }
        state.withLock { $0.askers[name] = .some(asker) }
        let answers = session.requests.expectedAnswers.flatMap { $0.phrases.isEmpty ? nil : $0 }
        runtime.catalog.set(answers?.catalog(of: runtime.name, in: runtime.language), for: name)
    }

    /// Returns the session of a name, new when there was none; nil when there are too many.
    func session(for name: Session) -> QuestionSession? {
        if let session = open[name] { return session }
        if open.count >= Self.capacity { sweep() }
        guard open.count < Self.capacity else { return nil }
        let session = QuestionSession(name, runtime: runtime, sessions: self)
        open[name] = session
        state.withLock { $0.askers[name] = .some(nil) }
        return session
    }

    private nonisolated func isKnown(_ name: Session) -> Bool { state.withLock { $0.askers[name] != nil } }

    private func open(_ name: Session) -> QuestionSession? { open[name] }

    /// Removes the idle sessions.
    func sweep() {
        for (name, session) in open where session.isIdle {
            open[name] = nil
            state.withLock { $0.askers[name] = nil }
        }
    }

    /// Runs the cleanup of a question, for a second at most; without one, does nothing.
    func cleanUp(_ action: VoiceRequestResponse.Action?, _ turn: ConversationTurn?) async {
        guard let action else { return }
        let run = HandlerRun(what: "the cleanup", limit: .seconds(1), turn: turn, onTimeout: { _ in })
        if case .failure(let failure) = await run(action) { runtime.logger.warning("\(failure.reason)") }
    }
}
