import SaybusDispatch
import SaybusMessages

/// A controller that runs one request at a time. It performs the actions of `VoiceRequestMachine`.
@ConversationActor
public final class VoiceRequestController {
    var machine = VoiceRequestMachine()
    /// The conversation in which the requests are presented.
    unowned let host: any VoiceRequestHost
    /// The question of the open request; nil without one.
    var cycle: (any RequestCycle)?
    var response: VoiceRequestResponse?
    var recognition: SpeechRecognitionResult?
    var error = RecognitionError(.failed, "nothing was heard")
    var errors: [ValidationError] = []
    var ending = VoiceRequestStatus.State.completed
    var endingReason: String?
    /// The turn whose words have cancelled the request; nil for none.
    var endingTurn: TurnID?
    var hasFailedToHear = false
    /// The prompt or the feedback that was posted last. It may wait behind the answer to an earlier turn.
    var speech: MessageID?
    /// The turn to which the request's current work belongs.
    var turn: ConversationTurn?
    /// The open `listen.request`; nil once the user speaks, since the listening stage then ends it by itself.
    var listenRequest: MessageID?
    /// The turn in which the user is answering the request.
    var speaking: TurnID?
    /// The speech that has begun during the prompt, and whether it has ended.
    var overlapping: (turn: TurnID?, hasEnded: Bool)?
    /// Whether the speech that is being heard has begun during the prompt, and may be no answer.
    var isSpokenOver = false
    /// The turn of another app at whose end the question listens again; nil for none.
    var otherTurn: TurnID?
    /// The published statuses of the open request.
    var published = PublishedRequest()
    private(set) lazy var timer = LimitTimer(clock: host.clock)
    /// Whether the last action of a closed request is still running.
    var isCompleting = false
    /// The running tasks of ``work(_:)``.
    let handlers = HandlerTasks()
    /// Turns that wait in ``settled()`` for the end of a response.
    var turnWaiters: [CheckedContinuation<Void, Never>] = []
    /// Turns that wait in ``answered()`` for the effects of their own answer.
    var answerWaiters: [CheckedContinuation<Void, Never>] = []

    init(host: any VoiceRequestHost) { self.host = host }

    /// The open request; nil when there is none.
    public var voiceRequest: (any VoiceRequest)? { machine.isActive ? cycle?.request : nil }

    /// Whether no request is open and no handler is running.
    var isIdle: Bool { !machine.isActive && !isCompleting && !isWorking }

    /// Whether a handler is running.
    var isWorking: Bool { !handlers.isEmpty }

    /// Whether the responder has the answer, or has given a response that leads to no further question.
    var isAnswered: Bool {
        machine.phase == .responding || machine.phase == .feedback && response?.followupRequest == nil
    }

    /// Whether the next turn is an answer to the request.
    var takesAnswers: Bool { machine.takesAnswers }

    /// Returns whether the request waits for an answer, and is the one with this id.
    func asks(_ request: MessageID) -> Bool { takesAnswers && published.status?.request == request }

    /// Whether the request waits for an answer, and gives way to a command.
    var yieldsToCommands: Bool { takesAnswers && voiceRequest?.yieldsToCommands == true }

    // MARK: Requests and answers

    /// Presents a request.
    /// - Throws: ``VoiceRequestRefusal`` when a request of this app is open in the conversation, or one of another app,
    ///   and this one follows no words of the user, or no answer to this one could be understood.
    func present(_ request: any VoiceRequest, turn: ConversationTurn?) throws(VoiceRequestRefusal) {
        if let problem = request.problems.first {
            throw VoiceRequestRefusal(asked: request.prompt?.text, problem: problem)
        }
        // After words of the user, the other app gives way.
        if turn == nil, let other = host.otherQuestion {
            throw VoiceRequestRefusal(asked: request.prompt?.text, active: other)
        }
        let hasPrompt = request.prompt?.utterance != nil
        // Of an earlier answer only the last words are left: the question is asked behind them.
        if hasPrompt, allowsNextTurn { perform(machine.feedbackEnded(machine.cycle)) }
        guard let actions = machine.present(hasPrompt: hasPrompt) else {
            throw VoiceRequestRefusal(asked: request.prompt?.text, active: cycle?.request.prompt?.text)
        }
        begin(request, retries: 0)
        self.turn = turn
        host.refreshCatalog()
        perform(actions)
    }

    /// Handles an utterance that answers no question. While a request is open, the turn ends as cancelled.
    func hearUnasked(_ request: any VoiceRequest, _ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard let actions = machine.hearUnasked() else {
            turn.setOutcome(.cancelled, "a question was waiting for its answer")
            return host.settle(turn)
        }
        begin(request, retries: 0)
        self.turn = turn
        recognition = result
        perform(actions)
    }

    /// Handles a spoken answer.
    func hear(_ result: SpeechRecognitionResult, turn: ConversationTurn?) {
        guard machine.takesAnswers else { return }
        // Of two answers at a time, the one that is still being spoken must not answer the next question.
        if speaking != turn?.id, !isSpokenOver { abandonSpeaking() }
        settleQuestion()
        self.turn = turn
        (speaking, isSpokenOver) = (nil, false)
        if result.empty == .failed {
            error = RecognitionError(.failed, result.failure)
            perform(machine.recognitionFailed())
        } else {
            recognition = result
            perform(machine.heard())
        }
    }

    /// Handles the start of speech while a request asks or listens.
    func speechStarted(_ turn: TurnID?) {
        if machine.phase == .prompting { overlapping = (turn, false) }
        guard machine.phase == .listening else { return }
        machine.speechStarted()
        (listenRequest, otherTurn) = (nil, nil)
        speaking = turn
        let options = cycle?.request.recognition ?? RecognitionOptions()
        startLimit(options.maximumSpeech + options.responseTimeout)
    }

    /// Handles the end of speech, after which the recognizers work.
    ///
    /// A withdrawn turn contained only the wake word. The answer follows in another turn.
    func speechEnded(_ ended: Message<SpeechEnded>) {
        if machine.phase == .prompting, let over = overlapping, over.turn == ended.header.turn {
            overlapping = ended.body.reason == .withdrawn ? nil : (over.turn, true)
        }
        guard machine.phase == .hearing, speaking == ended.header.turn else { return }
        let options = cycle?.request.recognition ?? RecognitionOptions()
        if ended.body.reason == .withdrawn {
            machine.speechWithdrawn()
            speaking = nil
            startLimit(options.noSpeechTimeout)
        } else {
            // With barge-in, it would wait for the transcript.
            host.sound(host.requestSoundBoard.listeningEnds, turn: nil, bargeIn: AudioSequence.BargeIn.none)
            startLimit(options.responseTimeout)
        }
    }

    /// Handles an utterance to the request: an answer, or a cancellation such as "never mind".
    func answer(_ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard cycle?.request.takesCancellationAsAnswer != true, isCancellation(result.transcript) else {
            return hear(result, turn: turn)
        }
        callOff(turn)
    }

    /// Handles an utterance to the request. When the request is already closed, the turn ends as cancelled.
    func answerOrSettle(_ result: SpeechRecognitionResult, turn: ConversationTurn) {
        guard takesAnswers else {
            turn.setOutcome(.cancelled, "the question was over before the words were")
            return host.settle(turn)
        }
        answer(result, turn: turn)
    }

    /// Ends listening at once. Speech that has begun is still recognized.
    func stopListeningNow() {
        switch machine.phase {
        case .listening:
            // Without words, a request for a command is over, and a question has got no answer.
            if cycle?.request.isImplicit == true {
                _ = cancelRequest()
            } else {
                hear(SpeechRecognitionResult(transcript: "", confidence: 0, empty: .silence), turn: nil)
            }
        case .hearing: host.endSpeech()
        default: break
        }
    }

    /// Answers the request in another way than by voice. The interpretation must have the request's type.
    /// - Returns: False when no request waits for an answer of this type.
    @discardableResult
    public func respondImmediately<Value>(to interpretation: Interpretation<Value>) -> Bool {
        guard machine.takesAnswers, cycle?.take(interpretation) == true else { return false }
        abandonSpeaking()
        errors = interpretation.validationErrors
        settleQuestion()
        let current = ConversationTurn.current
        turn = current?.isEnded == false ? current : host.openTurn(nil)
        perform(machine.answered())
        return true
    }

    /// Ends the request as failed with an apology, at any time, because the asking app is gone.
    func fail(_ reason: String) {
        guard machine.isActive else { return }
        abandonSpeaking()
        timer.stop()
        if [.prompting, .feedback].contains(machine.phase) { stopSpeaking() }
        fail(machine.cycle, HandlerFailure(.threw, reason))
    }

    /// Publishes the request's status again for a dispatcher that has just arrived, and would take the answer for a
    /// command, or for all dispatchers, which took this program for lost, or did not know of it yet.
    func reportAgain() { if let status = published.status { publish(status, turn: nil) } }

    /// Runs asynchronous work. The controller is not idle until the work is over.
    func work(_ body: @escaping @ConversationActor @Sendable (VoiceRequestController) async -> Void) {
        // A handler may outlast the time that the end of the program gives it, and its conversation is then dropped.
        handlers.run { [host] in
            await body(self)
            withExtendedLifetime(host) {}
        }
    }

    /// Cancels the running handlers, because the program ends, and waits for their ends.
    func cancelHandlers() async { await handlers.end() }

    /// The patterns of the answers to the open question; nil without a question.
    var expectedAnswers: ExpectedAnswers? {
        guard let request = voiceRequest, !request.isImplicit else { return nil }
        let options = request.recognition
        return ExpectedAnswers(
            phrases: options.phrases, slotTypes: options.slotTypes, hasRemarks: request.remarks != .areAnswers)
    }
}
