import SaybusDispatch
import SaybusMessages
import SaybusSupport

/// The actions of ``VoiceRequestMachine``, each of which reports its result to the machine.
extension VoiceRequestController {
    func begin(_ request: any VoiceRequest, retries: Int, isSame: Bool = false) {
        (request as? any RetryCounting)?.retries = retries
        cycle = makeCycle(request)
        requestID = retries == 0 && !isSame ? MessageID() : requestID
        response = nil
        lastStatus = nil
        if !isSame { presented = nil }
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

    private func speakPrompt(_ number: Int) {
        report(.presented)
        (overlapping, isSpokenOver) = (nil, false)
        let sequence = AudioEventSequence()
        if let utterance = cycle?.request.prompt?.utterance { sequence.addEvent(SpeechEvent(utterance: utterance)) }
        sequence.addEvent(host.requestSoundBoard.listeningBegins)
        let options = SequenceOptions(isQuestion: true)
        speech = host.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn, options: options) {
            [weak self] end in
            guard let self else { return }
            switch end {
            case .heard: perform(machine.promptEnded(number, heard: true))
            case .spokenOver: promptSpokenOver(number)
            case .unheard(let reason):
                guard machine.cycle == number, machine.phase == .prompting else { return }
                error = RecognitionError(.prompt, "the question was not heard: \(reason)")
                perform(machine.promptEnded(number, heard: false))
            }
        }
    }

    /// Stops the prompt or the feedback. The answer to an earlier turn, behind which it may wait, is spoken to its end.
    func stopSpeaking() {
        if let speech { host.trackCoordinator.cancel(speech) }
    }

    /// Handles the end of a prompt during which the user began to speak: probably the answer, which is heard already.
    private func promptSpokenOver(_ number: Int) {
        guard let overlapping else { return perform(machine.promptEnded(number, heard: true)) }
        guard machine.promptSpokenOver(number) else { return }
        report(.listening)
        (speaking, isSpokenOver) = (overlapping.turn, true)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        startLimit((overlapping.hasEnded ? .zero : options.maximumSpeech) + options.responseTimeout)
        settleTurn()
        wake()
    }

    func startListening(_ number: Int) {
        otherTurn = nil
        if cycle?.request.prompt?.utterance == nil {
            report(.presented)
            // Without a prompt, the earcon alone says that one may speak.
            host.sound(host.requestSoundBoard.listeningBegins, turn: nil)
        }
        report(.listening)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        listenRequest = host.startListening(options, isCommand: cycle?.request.isImplicit == true)
        startLimit(listenRequest != nil ? options.noSpeechTimeout : host.typingTimeout)
        // The question was played, so the turn that led to it is over.
        settleTurn()
        wake()
    }

    /// Stops listening for an answer. Speech that has begun is still recognized.
    private func stopListening() {
        timer.stop()
        if let listenRequest { host.stopListening(listenRequest) }
        listenRequest = nil
    }

    private func interpret(_ number: Int) async {
        guard machine.cycle == number, let cycle, let recognition else { return }
        let result = await run("the interpreter") { try await cycle.interpret(recognition) }
        // The request may be over, and another one open, whose errors are not these.
        guard machine.cycle == number, machine.phase == .interpreting else { return }
        switch result {
        case .success(let errors):
            if callOff(after: errors) { return }
            self.errors = errors
            perform(machine.interpreted(number))
        case .failure(let failure) where failure.code == .timedOut:
            // The turn is over, with an apology. The responder still has to clean up.
            let cleanup = cycle.actionForCancellation()
            fail(number, failure)
            if let cleanup, case .failure(let failure) = await run("the cleanup", turn: nil, cleanup) {
                host.apologize(for: failure, turn: nil)
            }
        case .failure(let failure):
            error = RecognitionError(.interpreter, failure.reason)
            perform(machine.interpreterFailed(number))
        }
    }

    private func respond(_ number: Int, toError isError: Bool) async {
        guard machine.cycle == number, let cycle else { return }
        if !isError, let remark = remark(on: cycle.request) {
            errors = []
            return take(cycle.request.response(to: remark), number)
        }
        if isError {
            errors = []
            hasFailedToHear = true
            report(.invalid, error.reason)
        } else if !cycle.request.isImplicit {
            report(errors.isEmpty ? .interpreted : .invalid, errors.first?.reason)
        }
        let error = error
        let result = await run(name(of: "the responder", turn)) {
            isError ? try await cycle.respond(to: error) : try await cycle.respond()
        }
        switch result {
        case .success(let response):
            // It was returned, also if the question is over or the follow-up cannot be asked.
            response.take()
            guard machine.cycle == number, machine.phase == .responding else { return }
            if let followup = response.followupRequest, let problem = followup.problems.first {
                let refusal = VoiceRequestRefusal(asked: followup.prompt?.text, problem: problem)
                return fail(number, HandlerFailure(.threw, refusal.description))
            }
            take(response, number)
        case .failure(let failure): fail(number, failure)
        }
    }

    private func take(_ response: VoiceRequestResponse, _ number: Int) {
        self.response = response
        response.take()
        if response.isEmpty, errors.isEmpty { concludeEmpty() }
        if let problem = response.problem { turn?.conclude(.failed, problem) }
        perform(
            machine.responded(
                number, hasFeedback: response.feedbackPrompt?.utterance != nil,
                hasFollowup: response.followupRequest != nil))
        // A turn that comes before the question is repeated need not wait for the question, nor one that comes during
        // the last words.
        if response.isRetry || allowsNextTurn { wake() }
    }

    /// Concludes a turn in which nothing was done or said: a mistake of the app, unless the user has called it off.
    private func concludeEmpty() {
        let takesWords = cycle?.request.takesCancellationAsAnswer == true
        let isCallOff = response?.isCallOff == true || takesWords && callsOff(recognition?.transcript ?? "")
        if !isCallOff {
            turn?.remark("the response to the \(cycle?.request.kind ?? "command") was empty: nothing was done or said")
        } else if cycle?.request.isImplicit == false {
            turn?.conclude(.cancelled, "the user cancelled the question")
        }
    }

    /// Returns the remark on a question that the utterance is, instead of an answer.
    private func remark(on request: any VoiceRequest) -> QuestionRemark? {
        guard !request.isImplicit, let transcript = recognition?.transcript else { return nil }
        switch request.remarks {
        case .areAnswers: return nil
        case .unlessAnswers: return errors.isEmpty ? nil : QuestionRemark.reading(transcript)
        case .always: return QuestionRemark.reading(transcript)
        }
    }

    private func speakFeedback(_ number: Int) {
        guard let utterance = response?.feedbackPrompt?.utterance else { return perform(machine.feedbackEnded(number)) }
        let sequence = AudioEventSequence(events: [SpeechEvent(utterance: utterance)])
        // Nothing but the feedback is left to do: a successor lets it be heard to its end.
        if hasOnlyFeedbackLeft { turn?.markCarriedOut() }
        let (observer, end) = (response?.feedbackObserver, response?.feedbackEnd)
        observer?(true)
        let options = SequenceOptions(endsAtSuspension: true)
        speech = host.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn, options: options) {
            [weak self] _ in
            observer?(false)
            guard let self else { return }
            perform(machine.feedbackEnded(number))
        } onEnd: {
            end?($0)
        }
    }

    private func runAction(_ number: Int) async {
        guard machine.cycle == number, let response, let request = response.followupRequest else { return }
        if let action = response.action, case .failure(let failure) = await run(name(of: "the action", turn), action) {
            return fail(number, failure)
        }
        guard !host.isEnding else { return await leave(request, number) }
        perform(
            machine.actionEnded(
                number, next: request.prompt?.utterance != nil, answerWaits: response.isRetry && isAwaited))
    }

    /// Leaves a follow-up unasked, because the program ends. A question that it would repeat is cancelled.
    private func leave(_ followup: any VoiceRequest, _ number: Int) async {
        // The request may have been cancelled during its action.
        guard machine.cycle == number else { return }
        turn?.explain("its next question is not asked, because the program ends")
        if let cleanup = makeCycle(followup).actionForCancellation(),
            case .failure(let failure) = await run("the cleanup", cleanup)
        {
            host.apologize(for: failure, turn: turn)
        }
        guard machine.cycle == number else { return }
        if response?.isRetry == true { (ending, endingReason) = (.cancelled, "the program ends") }
        // It has run.
        response?.action = nil
        perform(machine.followupLeft(number))
    }

    private func beginFollowup() {
        guard let response, let request = response.followupRequest else { return }
        let retries = ((cycle?.request as? any RetryCounting)?.retries ?? 0) + (response.isRemark ? 0 : 1)
        if cycle?.request.isImplicit == false, !response.isRetry { report(.completed) }
        begin(request, retries: response.isRetry ? retries : 0, isSame: response.isRetry)
        host.refreshCatalog()
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
        (lastStatus, presented) = (nil, nil)
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
    private var hasOnlyFeedbackLeft: Bool {
        guard machine.phase == .feedback, let response else { return false }
        return response.action == nil && response.followupRequest == nil
    }

    /// Whether the next turn may begin although feedback is being spoken.
    var allowsNextTurn: Bool { hasOnlyFeedbackLeft && host.trackCoordinator.count <= TurnRuntime.mostUnplayed }

    /// Returns the name of a part of a request in messages. What an answer leads to is named by the question, and what
    /// a command's recognizer does by the command.
    private func name(of part: String, _ turn: ConversationTurn?) -> String {
        if let request = cycle?.request, !request.isImplicit, let question = request.prompt?.text {
            return "the answer to \"\(LogLine.clean(question, limit: 80))\""
        }
        let command = (cycle?.request as? VerbalCommandRequest)?.command ?? turn?.command
        return command.map { "the handler of \($0)" } ?? part
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

    /// Ends the time limit and the turn of a question that has been answered.
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
        if machine.phase == .listening, otherTurn != nil {
            startListening(number)
        } else if machine.phase == .listening {
            hear(SpeechRecognitionResult(transcript: "", confidence: 0, empty: .silence), turn: nil)
        } else if machine.phase == .hearing, isSpokenOver {
            // The words were for somebody else, whose turn goes on.
            (speaking, isSpokenOver) = (nil, false)
            machine.speechWithdrawn()
            startListening(number)
        } else if machine.phase == .hearing {
            abandonSpeaking()
            error = RecognitionError(.timeout, "the recognizers did not answer in time")
            perform(machine.recognitionFailed())
        }
    }

    private func report(_ state: VoiceRequestStatus.State, _ reason: String? = nil) {
        // The implicit request for the next command is not published.
        guard let request = cycle?.request, !request.isImplicit else { return }
        let options = request.optionLabels
        // Recognizers and other apps know the answers of a pattern request only from its patterns.
        let patterns = request.kind == "pattern" ? request.recognition.phrases : []
        let status = VoiceRequestStatus(
            request: requestID, state: state,
            question: .init(
                kind: request.kind, prompt: request.prompt?.text ?? "", options: options.isEmpty ? nil : options,
                patterns: patterns.isEmpty ? nil : patterns),
            reason: reason, yieldsToCommands: request.yieldsToCommands ? true : nil)
        lastStatus = status
        publish(status, turn: turn)
    }

    func publish(_ status: VoiceRequestStatus, turn: ConversationTurn?) {
        let header = host.report(status, turn: turn, in: endingTurn)
        if status.state == .presented { presented = header }
    }
}
