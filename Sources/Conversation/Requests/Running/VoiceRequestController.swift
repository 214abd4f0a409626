import Messages

/// Runs requests, one at a time: speaks, listens, interprets, responds, as ``VoiceRequestMachine`` says.
@ConversationActor
public final class VoiceRequestController {
    private(set) var machine = VoiceRequestMachine()
    private unowned let manager: ConversationManager
    private var cycle: (any RequestCycle)?
    private var followup: (any RequestCycle)?
    private var response: VoiceRequestResponse?
    private var heard: SpeechRecognitionResult?
    private var error = RecognitionError(.failed, "nothing was heard")
    private var errors: [ValidationError] = []
    /// The turn that is being answered.
    private var turn: ConversationTurn?
    /// The turn in which somebody speaks to the request.
    private(set) var speaking: TurnID?
    private var requestID = MessageID()
    private var timer: Task<Void, Never>?
    private var isCompleting = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(manager: ConversationManager) { self.manager = manager }

    /// The request that is presented now; nil when there is none.
    public var voiceRequest: (any VoiceRequest)? { machine.isActive ? cycle?.request : nil }

    /// Whether a turn that comes now is an answer.
    var takesAnswers: Bool { machine.takesAnswers }

    // MARK: From outside

    /// Presents a request.
    /// - Throws: ``VoiceRequestRefusal`` when one is there already.
    func present(_ request: any VoiceRequest, turn: ConversationTurn?) throws(VoiceRequestRefusal) {
        guard let actions = machine.present(hasPrompt: request.prompt?.utterance != nil) else {
            throw VoiceRequestRefusal(asked: request.prompt?.text, active: cycle?.request.prompt?.text)
        }
        begin(request, retries: 0)
        self.turn = turn
        manager.refreshCatalog()
        perform(actions)
    }

    /// Takes words that were said without a question.
    func hearUnasked(_ request: VerbalCommandRequest, _ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard let actions = machine.hearUnasked() else { return }
        begin(request, retries: 0)
        self.turn = turn
        heard = result
        perform(actions)
    }

    /// Takes an answer that was heard.
    func hear(_ result: SpeechRecognitionResult, turn: ConversationTurn?) {
        guard machine.takesAnswers else { return }
        settleQuestion()
        self.turn = turn
        speaking = nil
        if result.empty == .failed {
            error = RecognitionError(.failed, "the recognizer failed")
            perform(machine.recognitionFailed())
        } else {
            heard = result
            perform(machine.heard())
        }
    }

    /// Somebody begins to speak while the ear is open.
    func speechStarted(_ turn: TurnID?) {
        guard machine.phase == .listening else { return }
        machine.speechStarted()
        speaking = turn
        let options = cycle?.request.recognition ?? RecognitionOptions()
        startTimer(options.maximumSpeech + options.responseTimeout)
    }

    /// Somebody has spoken: now the recognizers work.
    func speechEnded(_ turn: TurnID?) {
        guard machine.phase == .hearing, speaking == turn else { return }
        manager.sound(manager.requestSoundBoard.listeningEnds, turn: nil)
        startTimer((cycle?.request.recognition ?? RecognitionOptions()).responseTimeout)
    }

    /// Answers the request in another way than by voice: the interpretation must be of the request's type.
    /// - Returns: False when there is no request that waits for such an answer.
    @discardableResult
    public func respondImmediately<Value>(to interpretation: Interpretation<Value>) -> Bool {
        guard machine.takesAnswers, cycle?.take(interpretation) == true else { return false }
        abandonSpeaking()
        errors = interpretation.validationErrors
        settleQuestion()
        turn = ConversationTurn.current ?? manager.openTurn(nil)
        perform(machine.answered())
        return true
    }

    /// Calls the request off, at any time. Nothing comes of it any more.
    /// - Returns: What its responder wants cleaned up, for the caller to run; nil when there is nothing.
    public func cancelRequest() -> VoiceRequestResponse.Action? {
        let (actions, asksResponder) = machine.cancel()
        guard !actions.isEmpty else { return nil }
        let cleanup = asksResponder ? cycle?.actionForCancellation() : nil
        turn?.note(.cancelled, "the request was called off")
        abandonSpeaking()
        response = nil
        ending = .cancelled
        perform(actions)
        return cleanup
    }

    /// Waits until no response is being worked on.
    func settled() async {
        while machine.isBusy || isCompleting {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// What to listen for, beside the commands; nil when no answer is waited for.
    var expectedPhrases: [String]? {
        guard let request = voiceRequest, !(request is VerbalCommandRequest) else { return nil }
        return request.recognition.phrases
    }

    // MARK: Doing what the machine says

    private var ending = VoiceRequestStatus.State.completed
    private var endingReason: String?
    private var hasFailedToHear = false

    private func begin(_ request: any VoiceRequest, retries: Int) {
        (request as? any RetryCounting)?.retries = retries
        cycle = makeCycle(request)
        requestID = retries == 0 ? MessageID() : requestID
        response = nil
        heard = nil
        errors = []
        ending = .completed
        endingReason = nil
        hasFailedToHear = false
    }

    private func perform(_ actions: [VoiceRequestMachine.Action]) { for action in actions { perform(action) } }

    private func perform(_ action: VoiceRequestMachine.Action) {
        switch action {
        case .speakPrompt(let number): speakPrompt(number)
        case .stopSpeaking: manager.trackCoordinator.cancelAll(.voiceRequest)
        case .openEar(let number): openEar(number)
        case .closeEar: stopTimer()
        case .interpret(let number): Task { await interpret(number) }
        case .respond(let number): Task { await respond(number, toError: false) }
        case .respondToError(let number): Task { await respond(number, toError: true) }
        case .speakFeedback(let number): speakFeedback(number)
        case .runAction(let number): Task { await runAction(number) }
        case .beginFollowup: beginFollowup()
        case .dismiss: dismiss()
        }
    }

    private func speakPrompt(_ number: Int) {
        report(.presented)
        let sequence = AudioEventSequence()
        if let utterance = cycle?.request.prompt?.utterance { sequence.addEvent(SpeechEvent(utterance: utterance)) }
        sequence.addEvent(manager.requestSoundBoard.listeningBegins)
        manager.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn) { [weak self] end in
            guard let self else { return }
            if case .unheard(let reason) = end {
                error = RecognitionError(.prompt, "the question was not heard: \(reason)")
            }
            perform(machine.promptEnded(number, heard: end == .heard))
        }
    }

    private func openEar(_ number: Int) {
        if cycle?.request.prompt?.utterance == nil { report(.presented) }
        report(.listening)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        let hasListener = manager.openEar(options, isCommand: cycle?.request is VerbalCommandRequest)
        startTimer(hasListener ? options.noSpeechTimeout : manager.typingTimeout)
        // What was asked, was asked: the turn that led here is over.
        settleTurn()
        wake()
    }

    private func interpret(_ number: Int) async {
        guard let cycle, let heard else { return }
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
        guard let cycle else { return }
        if isError {
            errors = []
            hasFailedToHear = true
            report(.invalid, error.reason)
        } else if !(cycle.request is VerbalCommandRequest) {
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
            perform(
                machine.responded(
                    number, hasFeedback: response.feedbackPrompt?.utterance != nil,
                    hasFollowup: response.followupRequest != nil))
        case .failure(let failure): fail(number, failure)
        }
    }

    private func speakFeedback(_ number: Int) {
        guard let utterance = response?.feedbackPrompt?.utterance else { return perform(machine.feedbackEnded(number)) }
        let sequence = AudioEventSequence(events: [SpeechEvent(utterance: utterance)])
        manager.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn) { [weak self] _ in
            guard let self else { return }
            perform(machine.feedbackEnded(number))
        }
    }

    private func runAction(_ number: Int) async {
        guard let response, let request = response.followupRequest else { return }
        if let action = response.action, case .failure(let failure) = await run("the action", action) {
            return fail(number, failure)
        }
        perform(machine.actionEnded(number, next: request.prompt?.utterance != nil))
    }

    private func beginFollowup() {
        guard let response, let request = response.followupRequest else { return }
        let retries = ((cycle?.request as? any RetryCounting)?.retries ?? 0) + 1
        if !(cycle?.request is VerbalCommandRequest), !response.isRetry { report(.completed) }
        begin(request, retries: response.isRetry ? retries : 0)
        manager.refreshCatalog()
    }

    private func dismiss() {
        stopTimer()
        if !(cycle?.request is VerbalCommandRequest) {
            // Ended without an answer that fits: the tries are used up.
            let isUnanswered = ending == .completed && (!errors.isEmpty || hasFailedToHear)
            report(isUnanswered ? .failed : ending, endingReason ?? errors.first?.reason)
        }
        let action = ending == .completed ? response?.action : nil
        let finished = turn
        turn = nil
        cycle = nil
        response = nil
        manager.refreshCatalog()
        guard let action else {
            if let finished { manager.settle(finished) }
            return wake()
        }
        isCompleting = true
        Task { await complete(action, finished) }
    }

    /// The last action: others may be presented by it.
    private func complete(_ action: @escaping VoiceRequestResponse.Action, _ turn: ConversationTurn?) async {
        let result = await run("the action", turn: turn, action)
        if case .failure(let failure) = result { manager.apologize(for: failure, turn: turn) }
        isCompleting = false
        if let turn, self.turn !== turn { manager.settle(turn) }
        wake()
    }

    private func fail(_ number: Int, _ failure: HandlerFailure) {
        guard machine.cycle == number else { return }
        ending = .failed
        endingReason = failure.reason
        manager.apologize(for: failure, turn: turn)
        perform(machine.failed(number))
    }

    // MARK: Helpers

    private func run<Value: Sendable>(
        _ what: String, _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> { await run(what, turn: turn, body) }

    private func run<Value: Sendable>(
        _ what: String, turn: ConversationTurn?, _ body: @escaping @ConversationActor @Sendable () async throws -> Value
    ) async -> Result<Value, HandlerFailure> {
        await HandlerRun(
            what: what, limit: manager.handlerTimeout, turn: turn, onTimeout: manager.timeoutHandler(turn))(body)
    }

    private func settleTurn() {
        if let turn { manager.settle(turn) }
        turn = nil
    }

    /// An answer before the question was over: the turn of the question is over too.
    private func settleQuestion() {
        stopTimer()
        settleTurn()
    }

    private func abandonSpeaking() {
        if let speaking { manager.abandon(speaking, "the request was over before the words were") }
        speaking = nil
    }

    private func startTimer(_ time: Duration) {
        stopTimer()
        let number = machine.cycle
        timer = Task { [weak self] in
            // The time limit itself.
            try? await Task.sleep(for: time)
            guard !Task.isCancelled else { return }
            self?.timeIsOver(number)
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
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

    private func wake() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }

    private func report(_ state: VoiceRequestStatus.State, _ reason: String? = nil) {
        // "What next?" is no question that anybody sees.
        guard let request = cycle?.request, !(request is VerbalCommandRequest) else { return }
        let options = request.optionLabels
        manager.report(
            VoiceRequestStatus(
                request: requestID, state: state,
                question: .init(
                    kind: request.kind, prompt: request.prompt?.text ?? "", options: options.isEmpty ? nil : options),
                reason: reason), turn: turn)
    }
}
