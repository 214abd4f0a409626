import SaybusDispatch
import SaybusMessages

/// Doing what the machine says: each stage of a request, and what is told back.
extension VoiceRequestController {
    func begin(_ request: any VoiceRequest, retries: Int) {
        (request as? any RetryCounting)?.retries = retries
        cycle = makeCycle(request)
        requestID = retries == 0 ? MessageID() : requestID
        response = nil
        told = nil
        heard = nil
        errors = []
        ending = .completed
        endingReason = nil
        hasFailedToHear = false
    }

    func perform(_ actions: [VoiceRequestMachine.Action]) { for action in actions { perform(action) } }

    private func perform(_ action: VoiceRequestMachine.Action) {
        switch action {
        case .takeWaiting: wake()
        case .speakPrompt(let number): speakPrompt(number)
        case .stopSpeaking: host.trackCoordinator.cancelAll(.voiceRequest)
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

    private func speakPrompt(_ number: Int) {
        report(.presented)
        let sequence = AudioEventSequence()
        if let utterance = cycle?.request.prompt?.utterance { sequence.addEvent(SpeechEvent(utterance: utterance)) }
        sequence.addEvent(host.requestSoundBoard.listeningBegins)
        host.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn) { [weak self] end in
            guard let self else { return }
            if case .unheard(let reason) = end {
                error = RecognitionError(.prompt, "the question was not heard: \(reason)")
            }
            perform(machine.promptEnded(number, heard: end == .heard))
        }
    }

    private func startListening(_ number: Int) {
        if cycle?.request.prompt?.utterance == nil { report(.presented) }
        report(.listening)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        ear = host.startListening(options, isCommand: cycle?.request.isImplicit == true)
        startLimit(ear != nil ? options.noSpeechTimeout : host.typingTimeout)
        // What was asked, was asked: the turn that led here is over.
        settleTurn()
        wake()
    }

    /// Nobody waits for an answer any more. Who speaks already is heard to the end.
    private func stopListening() {
        timer.stop()
        if let ear { host.stopListening(ear) }
        ear = nil
    }

    private func interpret(_ number: Int) async {
        guard machine.cycle == number, let cycle, let heard else { return }
        let result = await run("the interpreter") { try await cycle.interpret(heard) }
        switch result {
        case .success(let errors):
            self.errors = errors
            perform(machine.interpreted(number))
        case .failure(let failure) where failure.code == .timedOut: fail(number, failure)
        case .failure(let failure):
            error = RecognitionError(.interpreter, failure.reason)
            perform(machine.interpreterFailed(number))
        }
    }

    private func respond(_ number: Int, toError isError: Bool) async {
        guard machine.cycle == number, let cycle else { return }
        if isError {
            errors = []
            hasFailedToHear = true
            report(.invalid, error.reason)
        } else if !cycle.request.isImplicit {
            report(errors.isEmpty ? .interpreted : .invalid, errors.first?.reason)
        }
        let error = error
        let result = await run("the responder") {
            isError ? try await cycle.respond(to: error) : try await cycle.respond()
        }
        switch result {
        case .success(let response):
            guard machine.cycle == number, machine.phase == .responding else { return }
            self.response = response
            if let problem = response.problem { turn?.conclude(.failed, problem) }
            perform(
                machine.responded(
                    number, hasFeedback: response.feedbackPrompt?.utterance != nil,
                    hasFollowup: response.followupRequest != nil))
            // Who answers while it is asked again need not wait for the question.
            if response.isRetry { wake() }
        case .failure(let failure): fail(number, failure)
        }
    }

    private func speakFeedback(_ number: Int) {
        guard let utterance = response?.feedbackPrompt?.utterance else { return perform(machine.feedbackEnded(number)) }
        let sequence = AudioEventSequence(events: [SpeechEvent(utterance: utterance)])
        // Nothing but the feedback is left to do: a successor lets it be heard to its end.
        if response?.action == nil, response?.followupRequest == nil { turn?.carriedOut() }
        host.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn) { [weak self] _ in
            guard let self else { return }
            perform(machine.feedbackEnded(number))
        }
    }

    private func runAction(_ number: Int) async {
        guard machine.cycle == number, let response, let request = response.followupRequest else { return }
        if let action = response.action, case .failure(let failure) = await run("the action", action) {
            return fail(number, failure)
        }
        perform(
            machine.actionEnded(
                number, next: request.prompt?.utterance != nil, answerWaits: response.isRetry && isAwaited))
    }

    private func beginFollowup() {
        guard let response, let request = response.followupRequest else { return }
        let retries = ((cycle?.request as? any RetryCounting)?.retries ?? 0) + 1
        if cycle?.request.isImplicit == false, !response.isRetry { report(.completed) }
        begin(request, retries: response.isRetry ? retries : 0)
        host.refreshCatalog()
    }

    private func dismiss() {
        stopListening()
        if cycle?.request.isImplicit == false {
            // Ended without an answer that fits: the tries are used up.
            let problem = response?.problem
            let isUnanswered = ending == .completed && (!errors.isEmpty || hasFailedToHear || problem != nil)
            report(isUnanswered ? .failed : ending, endingReason ?? problem ?? errors.first?.reason)
        }
        let action = ending == .completed ? response?.action : nil
        let finished = turn
        turn = nil
        cycle = nil
        response = nil
        told = nil
        host.refreshCatalog()
        guard let action else {
            if let finished { host.settle(finished) }
            return wake()
        }
        isCompleting = true
        work { await $0.complete(action, finished) }
    }

    /// The last action: others may be presented by it.
    private func complete(_ action: @escaping VoiceRequestResponse.Action, _ turn: ConversationTurn?) async {
        let result = await run("the action", turn: turn, action)
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

    /// Does something that takes its time; the host stays until it is over.
    func work(_ body: @escaping @ConversationActor @Sendable (VoiceRequestController) async -> Void) {
        working += 1
        Task {
            await body(self)
            working -= 1
        }
    }

    private func run<Value: Sendable>(
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

    /// An answer before the question was over: the turn of the question is over too.
    func settleQuestion() {
        timer.stop()
        settleTurn()
    }

    func abandonSpeaking() {
        if let speaking { host.abandon(speaking, "the request was over before the words were") }
        speaking = nil
    }

    func startLimit(_ time: Duration) {
        let number = machine.cycle
        timer.start(time) { [weak self] in self?.timeIsOver(number) }
    }

    private func timeIsOver(_ number: Int) {
        guard machine.cycle == number else { return }
        if machine.phase == .listening {
            hear(SpeechRecognitionResult(transcript: "", confidence: 0, empty: .silence), turn: nil)
        } else if machine.phase == .hearing {
            abandonSpeaking()
            error = RecognitionError(.timeout, "the recognizers did not answer in time")
            perform(machine.recognitionFailed())
        }
    }

    private func report(_ state: VoiceRequestStatus.State, _ reason: String? = nil) {
        // "What next?" is no question that anybody sees.
        guard let request = cycle?.request, !request.isImplicit else { return }
        let options = request.optionLabels
        // For the recognizers: nobody else knows what such an answer looks like.
        let patterns = request.kind == "pattern" ? request.recognition.phrases : []
        let status = VoiceRequestStatus(
            request: requestID, state: state,
            question: .init(
                kind: request.kind, prompt: request.prompt?.text ?? "", options: options.isEmpty ? nil : options,
                patterns: patterns.isEmpty ? nil : patterns),
            reason: reason)
        told = status
        host.report(status, turn: turn)
    }
}
