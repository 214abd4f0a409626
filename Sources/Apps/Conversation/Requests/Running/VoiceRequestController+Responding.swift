import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The handlers of an answer, and what follows from their response: feedback, an action, another question.
extension VoiceRequestController {
    func interpret(_ number: Int) async {
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

    func respond(_ number: Int, toError isError: Bool) async {
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
            // The words about a question that was cut off need no second apology behind them.
            if isError, error.code == .prompt, response.feedbackPrompt?.utterance != nil { turn?.apologizes() }
            take(response, number)
        case .failure(let failure): fail(number, failure)
        }
    }

    private func take(_ response: VoiceRequestResponse, _ number: Int) {
        self.response = response
        response.take()
        if response.isEmpty, errors.isEmpty { concludeEmpty() }
        if let problem = response.problem { turn?.setOutcome(.failed, problem) }
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
            turn?.setOutcome(.cancelled, "the user cancelled the question")
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

    func speakFeedback(_ number: Int) {
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

    func runAction(_ number: Int) async {
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
        if followup.asksWhetherMeant {
            let command = turn?.command ?? (cycle?.request as? VerbalCommandRequest)?.command ?? "the command"
            turn?.setOutcome(.failed, QuestionSessions.notAsked(about: command))
            host.sound(SpeechEvent(utteranceString: BuiltInSentence.cannotAsk.text()), turn: turn)
        } else {
            turn?.explain("its next question is not asked, because the program ends")
        }
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

    func beginFollowup() {
        guard let response, let request = response.followupRequest else { return }
        let retries = ((cycle?.request as? any RetryCounting)?.retries ?? 0) + (response.isRemark ? 0 : 1)
        if cycle?.request.isImplicit == false, !response.isRetry { report(.completed) }
        begin(request, retries: response.isRetry ? retries : 0, isSame: response.isRetry)
        host.refreshCatalog()
    }
}
