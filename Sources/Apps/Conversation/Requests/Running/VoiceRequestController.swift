import SaybusDispatch
import SaybusMessages

/// Runs requests, one at a time: speaks, listens, interprets, responds, as ``VoiceRequestMachine`` says.
@ConversationActor
public final class VoiceRequestController {
    var machine = VoiceRequestMachine()
    /// Where it asks.
    unowned let host: any VoiceRequestHost
    /// The question, while there is one, and what has come of it so far.
    var cycle: (any RequestCycle)?
    var response: VoiceRequestResponse?
    var heard: SpeechRecognitionResult?
    var error = RecognitionError(.failed, "nothing was heard")
    var errors: [ValidationError] = []
    var ending = VoiceRequestStatus.State.completed
    var endingReason: String?
    var hasFailedToHear = false
    /// The turn that is being answered.
    var turn: ConversationTurn?
    /// What has opened the ear, until somebody speaks: then the listener closes it by itself.
    var ear: MessageID?
    /// The turn in which somebody speaks to the request.
    var speaking: TurnID?
    var requestID = MessageID()
    /// What was told last of the request that is there; nil when nothing has been told.
    var told: VoiceRequestStatus?
    private(set) lazy var timer = LimitTimer(clock: host.clock)
    /// Whether the last action of a request that is over still runs.
    var isCompleting = false
    /// How many handlers and what stands around them are at work.
    var working = 0
    /// Turns that wait for the end of a response.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Those who have given an answer and wait for what comes of it.
    private var answerers: [CheckedContinuation<Void, Never>] = []

    init(host: any VoiceRequestHost) { self.host = host }

    /// The request that is presented now; nil when there is none.
    public var voiceRequest: (any VoiceRequest)? { machine.isActive ? cycle?.request : nil }

    /// Whether nothing is asked or done.
    var isIdle: Bool { !machine.isActive && !isCompleting && working == 0 }

    /// Whether a turn that comes now is an answer.
    var takesAnswers: Bool { machine.takesAnswers }

    // MARK: From outside

    /// Presents a request.
    /// - Throws: ``VoiceRequestRefusal`` when one is there already, here or in another app of the conversation.
    func present(_ request: any VoiceRequest, turn: ConversationTurn?) throws(VoiceRequestRefusal) {
        if let other = host.otherQuestion {
            throw VoiceRequestRefusal(asked: request.prompt?.text, active: other)
        }
        guard let actions = machine.present(hasPrompt: request.prompt?.utterance != nil) else {
            throw VoiceRequestRefusal(asked: request.prompt?.text, active: cycle?.request.prompt?.text)
        }
        begin(request, retries: 0)
        self.turn = turn
        host.refreshCatalog()
        perform(actions)
    }

    /// Takes words that were said without a question. While there is one, the turn ends as cancelled: one question at a time.
    func hearUnasked(_ request: any VoiceRequest, _ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard let actions = machine.hearUnasked() else {
            turn.conclude(.cancelled, "a question was waiting for its answer")
            return host.settle(turn)
        }
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
            error = RecognitionError(.failed, result.failure)
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
        ear = nil
        speaking = turn
        let options = cycle?.request.recognition ?? RecognitionOptions()
        startLimit(options.maximumSpeech + options.responseTimeout)
    }

    /// Somebody has spoken: now the recognizers work. Who called by the wake word, which answers nothing, speaks on in a turn of its own.
    func speechEnded(_ ended: Message<SpeechEnded>) {
        guard machine.phase == .hearing, speaking == ended.header.turn else { return }
        let options = cycle?.request.recognition ?? RecognitionOptions()
        if ended.body.reason == .withdrawn {
            machine.speechWithdrawn()
            speaking = nil
            startLimit(options.noSpeechTimeout)
        } else {
            host.sound(host.requestSoundBoard.listeningEnds, turn: nil)
            startLimit(options.responseTimeout)
        }
    }

    /// Answers the request in another way than by voice: the interpretation must be of the request's type.
    /// - Returns: False when there is no request that waits for such an answer.
    @discardableResult
    public func respondImmediately<Value>(to interpretation: Interpretation<Value>) -> Bool {
        guard machine.takesAnswers, cycle?.take(interpretation) == true else { return false }
        abandonSpeaking()
        errors = interpretation.validationErrors
        settleQuestion()
        turn = ConversationTurn.current ?? host.openTurn(nil)
        perform(machine.answered())
        return true
    }

    /// Calls the request off, at any time. Nothing comes of it any more.
    /// - Returns: What its responder wants cleaned up, for the caller to run; nil when there is nothing.
    public func cancelRequest() -> VoiceRequestResponse.Action? {
        let (actions, asksResponder) = machine.cancel()
        guard !actions.isEmpty else { return nil }
        let cleanup = asksResponder ? cycle?.actionForCancellation() : nil
        turn?.conclude(.cancelled, "the request was called off")
        abandonSpeaking()
        response = nil
        ending = .cancelled
        perform(actions)
        return cleanup
    }

    /// Ends the request as failed, at any time: whoever asked is gone. The user hears an apology.
    func fail(_ reason: String) {
        guard machine.isActive else { return }
        abandonSpeaking()
        timer.stop()
        if [.prompting, .feedback].contains(machine.phase) { host.trackCoordinator.cancelAll(.voiceRequest) }
        fail(machine.cycle, HandlerFailure(.threw, reason))
    }

    /// Tells again where the request stands: somebody has come who has not heard of it, and would take the answer for a command.
    func reportAgain() { if let told { host.report(told, turn: nil) } }

    /// Takes what was said to the request: an answer, or "never mind".
    func answer(_ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard cycle?.request.hearsCancellation != true, Self.cancellation.attemptMatch(result.transcript) != nil else {
            return hear(result, turn: turn)
        }
        turn.conclude(.cancelled, "the user called the question off")
        // Its own words end it.
        if speaking == turn.id { speaking = nil }
        let cleanup = cancelRequest()
        work { controller in
            if let cleanup, case .failure(let failure) = await controller.run("the cleanup", turn: turn, cleanup) {
                controller.host.apologize(for: failure, turn: turn)
            }
            controller.host.settle(turn)
        }
    }

    /// Takes what was said to the request. When the request is over already, the turn ends as cancelled.
    func answerOrSettle(_ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard takesAnswers else {
            turn.conclude(.cancelled, "the question was over before the words were")
            return host.settle(turn)
        }
        answer(result, turn: turn)
    }

    private static let cancellation = PatternCommandMatcher(patterns: ConversationManager.cancelPhrases)

    /// Waits until no response is being worked on: a turn that comes next can be taken then. Tell ``turnTaken()`` when it has been.
    func settled() async {
        while machine.isBusy || isCompleting {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Whether a turn waits in ``settled()``.
    var isAwaited: Bool { !waiters.isEmpty }

    /// The turn that waited has been an answer, or something else. Then the question is asked that it was kept back for.
    func turnTaken() {
        perform(machine.waitingTaken(machine.cycle, hasPrompt: cycle?.request.prompt?.utterance != nil))
    }

    /// Waits until what comes of an answer is over, or the question is asked again: who comes next may answer that.
    func answered() async {
        while (machine.isBusy || isCompleting) && !isAskingAgain {
            await withCheckedContinuation { answerers.append($0) }
        }
    }

    private var isAskingAgain: Bool {
        [.feedback, .acting].contains(machine.phase) && response?.isRetry == true
    }

    /// What to listen for, beside the commands; nil when no answer is waited for.
    var expectedPhrases: [String]? {
        guard let request = voiceRequest, !request.isImplicit else { return nil }
        return request.recognition.phrases
    }

    /// Lets those go who wait for the end of a response.
    func wake() {
        let waiting = answerers + waiters
        (answerers, waiters) = ([], [])
        for waiter in waiting { waiter.resume() }
    }
}
