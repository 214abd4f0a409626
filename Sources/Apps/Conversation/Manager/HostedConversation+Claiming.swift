import SaybusDispatch
import SaybusMessages

/// The decision whether this conversation claims an intent, and the work of a claimed one.
extension HostedConversation {
    /// Decides whether this conversation claims an intent.
    ///
    /// Until the work of a claim is done, the conversation is not idle.
    func claim(_ arrival: IntentArrival) async -> IntentClaim {
        claims += 1
        await manager.requests.settled()
        let intent = arrival.intent
        let result = SpeechRecognitionResult(intent.body, runtime.transcript(of: intent.header.turn))
        let isQuestion = manager.requests.takesAnswers && manager.requests.voiceRequest?.isImplicit == false
        let request = manager.commandRequest()
        // While a question that yields is open, the catalog may list its answers only.
        request.matchesPatterns = manager.requests.yieldsToCommands || matchesItself(intent.body)
        // Other apps wait for what the app's own matchers say, although one of them may hang.
        request.matcherPatience = runtime.matcherTimeout(for: arrival)
        let suggestions = await mayBeCommand(result, arrival) ? request.suggestions(for: result) : .init()
        let resolves = { if case .invoke = request.resolve(result, suggestions) { true } else { false } }
        if manager.requests.yields(to: result, isCommand: arrival.isCommand || resolves()) {
            callOff(after: intent.header.turn, because: "another command was said")
        }
        if !arrival.isOtherAsking, manager.requests.voiceRequest == nil {
            await manager.dialogManager?.compete(for: result, of: intent.header)
        }
        // Other apps leave an answer to this app's question to it, also if the question yields to commands.
        let isLeft =
            await isQuestion || self.isForOther(result, arrival)
            ? false : runtime.leavesToOwnMatchers(arrival, command: command(in: result, request, suggestions))
        let isSpokenStop = await intent.body.surestHypothesis() == nil ? runtime.isSpokenStop(intent) : false
        // A matcher may have waited, and the app may have presented a question meanwhile.
        await manager.requests.settled()
        let isForOther = isForOther(result, arrival)
        if isForOther, manager.dialogManager?.isOtherCalled(by: result) == true { turnAway(after: intent.header) }
        let claim =
            isForOther || isLeft ? .declined : claim(intent, result, request, suggestions, isSpokenStop: isSpokenStop)
        if case .declined = claim {
            claims -= 1
            leave(intent.header.turn)
        }
        return claim
    }

    /// Leaves a turn to another app.
    func leave(_ turn: TurnID?) {
        manager.requests.turnTaken()
        manager.requests.leave(turn, hasEnded: runtime.isEndedElsewhere(turn))
    }

    /// Returns the type of the app's command that words mean; nil for none, and for words to another app.
    private func command(
        in result: SpeechRecognitionResult, _ request: VerbalCommandRequest,
        _ suggestions: CommandResolution.Suggestions
    ) -> String? {
        guard result.addressee ?? manager.name == manager.name,
            case .invoke(let resolved) = request.resolve(result, suggestions)
        else { return nil }
        return resolved.command.type
    }

    /// Returns whether words may be a command, about which the app's own matchers are asked: no answer to its question,
    /// which would wait for them, and no words to another app, which are not theirs to know.
    private func mayBeCommand(_ result: SpeechRecognitionResult, _ arrival: IntentArrival) -> Bool {
        let requests = manager.requests
        let isAnswer =
            requests.takesAnswers && requests.voiceRequest?.isImplicit == false && !requests.yieldsToCommands
        return !isAnswer && !isForOther(result, arrival)
    }

    /// Returns whether another app waits for the words, or they were said to another app before this one asked, and do
    /// not address this app.
    private func isForOther(_ result: SpeechRecognitionResult, _ arrival: IntentArrival) -> Bool {
        if let app = arrival.intent.body.awaitingApp { return app != manager.name }
        let requests = manager.requests
        let isForOther =
            requests.voiceRequest == nil ? arrival.isOtherAsking : requests.isTooLate(for: arrival, of: manager.name)
        return isForOther && result.addressee != manager.name && manager.dialogManager?.isCalled(by: result) != true
    }

    /// Returns whether to match the app's patterns here, because the intent was recognized without the current ones.
    ///
    /// Only the app that apologizes for words that no app has understood does so. Another app would carry out a command
    /// for which that one apologizes.
    private func matchesItself(_ intent: SpeechIntent) -> Bool {
        guard runtime.answersForAll(in: session) else { return false }
        return !intent.wasRecognized(with: runtime.catalog.published?.revision ?? "")
    }

    private func claim(
        _ intent: Message<SpeechIntent>, _ result: SpeechRecognitionResult, _ request: VerbalCommandRequest,
        _ suggestions: CommandResolution.Suggestions, isSpokenStop: Bool
    ) -> IntentClaim {
        if manager.dialogManager?.hasCarriedOut(intent.header.turn) == true {
            return carryOut(intent) { $0.settle($1) }
        }
        let isAsked = manager.requests.takesAnswers
        let isQuestion = isAsked && manager.requests.voiceRequest?.isImplicit == false
        switch manager.dialogManager?.claim(result, isAsked: isQuestion) {
        case .otherApp:
            if isQuestion { callOff(after: intent.header.turn) }
            return .declined
        case .request(let request):
            if isAsked { _ = manager.requests.cancelRequest() }
            return carryOut(intent) { $0.requests.hearUnasked(request, result, turn: $1) }
        case .unclaimed, nil: break
        }
        // Words that address another app by its name leave this app's question open, unless that app listens then.
        if let addressee = result.addressee, addressee != manager.name {
            if isQuestion, result.hypotheses.haveCall { callOff(after: intent.header.turn) }
            return .declined
        }
        if isQuestion { return carryOut(intent) { $0.requests.answerOrSettle(result, turn: $1) } }
        request.resolution = request.resolve(result, suggestions)
        return claimCommand(intent, result, request, isAsked: isAsked, isSpokenStop: isSpokenStop)
    }

    private func claimCommand(
        _ intent: Message<SpeechIntent>, _ result: SpeechRecognitionResult, _ request: VerbalCommandRequest,
        isAsked: Bool, isSpokenStop: Bool
    ) -> IntentClaim {
        guard let resolution = request.resolution else { return .declined }
        // Any words end this app's implicit request for the next command.
        if isAsked { _ = manager.requests.cancelRequest() }
        switch resolution {
        case .otherApp: return .declined
        case .notUnderstood, .noSpeech, .recognizerFailed:
            // This app answers words that are most similar to its own, and if it is the first dispatcher also words
            // that are similar to no app's.
            guard result.isLikely(of: manager.name) || runtime.answersForAll(in: session) else { return .declined }
        case .invoke: break
        }
        if case .notUnderstood(because: nil) = resolution, isSpokenStop {
            return carryOut(intent) { manager, turn in
                turn.explain(TurnRuntime.spokenStop)
                manager.settle(turn)
            }
        }
        if case .recognizerFailed(let reason) = resolution { return carryOut(intent) { $0.fail($1, reason) } }
        var refusal: String?
        if case .notUnderstood(let reason) = resolution { refusal = reason ?? manager.dialogManager?.refusal }
        return carryOut(intent, isConfirmed: false) { [runtime, connection, refusal] manager, turn in
            request.onInvoke = {
                connection.announce(CommandInvoked($0, app: manager.name, text: result.transcript), in: turn)
            }
            request.onDoubt = {
                turn.begin(app: manager.name, command: nil)
                runtime.confirm(intent.header)
            }
            request.onConfirmed = { [weak manager] in
                guard let manager else { return }
                manager.announce(CommandInvoked($0, app: manager.name, text: result.transcript))
            }
            request.onUnrecognized = { [weak manager] in
                runtime.confirm(intent.header)
                manager?.unrecognized($0, turn, because: refusal)
            }
            manager.requests.hearUnasked(request, result, turn: turn)
        }
    }

    /// Claims an intent for work on the conversation's actor.
    /// - Parameter isConfirmed: Whether to confirm the intent and to record the turn at once; else the announcement
    ///   of the command does both.
    private func carryOut(
        _ intent: Message<SpeechIntent>, isConfirmed: Bool = true,
        _ work: @escaping @ConversationActor @Sendable (ConversationManager, ConversationTurn) -> Void
    ) -> IntentClaim {
        .claimed { [self] turn in
            await perform(turn) { manager in
                if isConfirmed {
                    turn.begin(app: manager.name, command: nil)
                    runtime.confirm(intent.header)
                }
                work(manager, turn)
            }
            await endClaim()
        }
    }

    private func endClaim() { claims -= 1 }
}
