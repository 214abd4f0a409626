import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The actions of ``VoiceRequestMachine``, each of which reports its result to the machine.
extension VoiceRequestController {
    func begin(_ request: any VoiceRequest, retries: Int, isSame: Bool = false) {
        (request as? any RetryCounting)?.retries = retries
        cycle = makeCycle(request)
        published.begin(again: isSame)
        response = nil
        otherTurn = nil
        recognition = nil
        errors = []
        ending = .completed
        (endingReason, endingTurn) = (nil, nil)
        hasFailedToHear = false
    }

    func perform(_ actions: [VoiceRequestMachine.Action]) { for action in actions { perform(action) } }

    private func perform(_ action: VoiceRequestMachine.Action) {
        switch action {
        case .takeWaiting: wake()
        case .speakPrompt(let number): speakPrompt(number)
        case .stopSpeaking: stopSpeaking()
        case .startListening(let number): startListening(number)
        case .stopListening: stopListening()
        case .interpret(let number): work { await $0.interpret(number) }
        case .respond(let number): work { await $0.respond(number, toError: false) }
        case .respondToError(let number): work { await $0.respond(number, toError: true) }
        case .speakFeedback(let number): speakFeedback(number)
        case .runAction(let number): work { await $0.runAction(number) }
        case .beginFollowup: beginFollowup()
        case .dismiss: dismiss()
        }
    }

    private func dismiss() {
        stopListening()
        if cycle?.request.isImplicit == false {
            // Without a valid answer, the retries are exhausted.
            let problem = response?.problem
            let isUnanswered = ending == .completed && (!errors.isEmpty || hasFailedToHear || problem != nil)
            report(isUnanswered ? .failed : ending, endingReason ?? problem ?? errors.first?.reason)
        }
        let action = ending == .completed ? response?.action : nil
        let finished = turn
        let name = name(of: "the action", turn)
        turn = nil
        cycle = nil
        response = nil
        published.end()
        host.refreshCatalog()
        guard let action else {
            if let finished { host.settle(finished) }
            return wake()
        }
        isCompleting = true
        work { await $0.complete(action, name, finished) }
    }

    /// Runs the last action, which may present another request.
    private func complete(
        _ action: @escaping VoiceRequestResponse.Action, _ name: String, _ turn: ConversationTurn?
    ) async {
        let result = await run(name, turn: turn, action)
        if case .failure(let failure) = result { host.apologize(for: failure, turn: turn) }
        isCompleting = false
        if let turn, self.turn !== turn { host.settle(turn) }
        wake()
    }

    func fail(_ number: Int, _ failure: HandlerFailure) {
        guard machine.cycle == number else { return }
        ending = .failed
        endingReason = failure.reason
        host.apologize(for: failure, turn: turn)
        perform(machine.failed(number))
    }

    // MARK: Helpers

    /// Whether nothing follows the feedback that is being spoken.
    var hasOnlyFeedbackLeft: Bool {
        guard machine.phase == .feedback, let response else { return false }
        return response.action == nil && response.followupRequest == nil
    }

    /// Whether the next turn may begin although feedback is being spoken.
    var allowsNextTurn: Bool { hasOnlyFeedbackLeft && host.trackCoordinator.count <= TurnRuntime.maximumUnplayed }

    /// Returns the name of a part of a request in messages. The name says the question whose answer led to the part, or
    /// the command whose recognizer runs it.
    func name(of part: String, _ turn: ConversationTurn?) -> String {
        if let request = cycle?.request, !request.isImplicit, let question = request.prompt?.text {
            return "the answer to \"\(LogLine.clean(question, limit: 80))\""
        }
        let command = (cycle?.request as? VerbalCommandRequest)?.command ?? turn?.command
        return command.map { "the handler of \($0)" } ?? part
    }

    func run<Value: Sendable>(
        _ what: String, _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> { await run(what, turn: turn, body) }

    func run<Value: Sendable>(
        _ what: String, turn: ConversationTurn?, _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> {
        await HandlerRun(
            what: what, limit: host.handlerTimeout, turn: turn, onTimeout: host.timeoutHandler(turn))(body)
    }

    func settleTurn() {
        if let turn { host.settle(turn) }
        turn = nil
    }

    /// Ends the time limit and the turn of a question that has been answered.
    func settleQuestion() {
        timer.stop()
        settleTurn()
    }

    func abandonSpeaking() {
        if let speaking { host.abandon(speaking, "the request was over before the words were") }
        speaking = nil
    }

    func report(_ state: VoiceRequestStatus.State, _ reason: String? = nil) {
        // The implicit request for the next command is not published.
        guard let request = cycle?.request, !request.isImplicit else { return }
        let status = published.makeStatus(of: request, state, reason)
        published.status = status
        publish(status, turn: turn)
    }

    func publish(_ status: VoiceRequestStatus, turn: ConversationTurn?) {
        let header = host.report(status, turn: turn, in: endingTurn)
        if status.state == .presented { published.presented = header }
    }
}
