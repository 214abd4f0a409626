import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusPhrases
import SaybusSkills

/// The meaning of utterances for the skill.
extension SkillConversation {
    /// Decides whether an utterance is for this skill, for another app, or unclaimed.
    package func claim(_ result: SpeechRecognitionResult, isAsked: Bool) -> DialogClaim {
        refusal = nil
        if isOtherCalled(by: result) {
            // The manager cancels an open question, and that closes the session.
            if machine != nil, !isAsked { close(.userInitiated) }
            return .otherApp
        }
        guard !isAsked, !result.isSilence, result.empty == nil else { return .unclaimed }
        if let claim = claimAfterCompetition(result) { return claim }
        // All apps decide by the same intent message: the hypothesis with the highest confidence wins, and the
        // first one on a tie.
        let surest = result.surestApp
        let heard = reading(of: result)
        let assurance = heard.map { self.assurance(of: $0, result) } ?? .sufficient
        guard let reading = heard, assurance != .insufficient else {
            refusal = heard.flatMap { explanation(of: $0, result) }
            // Without an open question, exactly one app answers an utterance that no app understands.
            guard machine != nil, model.has(SkillModel.fallbackIntent),
                surest == model.app || surest == nil && manager?.answersForAll != false
            else { return .unclaimed }
            return .request(SkillQuestion(.unintelligible, for: self))
        }
        if let surest, surest != model.app { return .otherApp }
        // If no hypothesis of the intent is likely, exactly one app answers.
        guard surest != nil || manager?.answersForAll != false else { return .unclaimed }
        return .request(question(about: reading, result))
    }

    /// Returns the request that carries out what an utterance means, or asks first whether it was meant.
    func question(about reading: SkillReading, _ result: SpeechRecognitionResult) -> SkillQuestion {
        let isDoubtful = assurance(of: reading, result) == .doubtful
        doubt = isDoubtful ? explanation(of: reading, result) : nil
        return SkillQuestion(isDoubtful ? .doubtful(reading) : .reading(reading), for: self)
    }

    /// Returns whether an utterance is sure enough for the skill to get it. Alexa's own intents, and intents that the
    /// model's dialog confirms anyway, always are.
    private func assurance(of reading: SkillReading, _ result: SpeechRecognitionResult) -> Assurance {
        guard case .intent(let intent) = reading, !intent.name.hasPrefix("AMAZON."), !model.confirms(intent.name)
        else { return .sufficient }
        return ConfidenceThresholds.effect.assurance(
            of: confidence(of: intent.name, result), words: result.confidence)
    }

    private func confidence(of intent: String, _ result: SpeechRecognitionResult) -> Double {
        let hypothesis = result.hypotheses.first {
            $0.app == model.app && ($0.type == intent || $0.competingIntent == intent)
        }
        return hypothesis?.confidence ?? Confidence.veryLikely
    }

    /// Returns why an intent is not sure enough; nil for another meaning.
    private func explanation(of reading: SkillReading, _ result: SpeechRecognitionResult) -> String? {
        guard case .intent(let intent) = reading else { return nil }
        let invoked = CommandInvoked(
            app: model.app, type: intent.name, parameters: [:], confidence: confidence(of: intent.name, result),
            text: result.transcript)
        return ConfidenceThresholds.effect.explanation(of: invoked, words: result.confidence)
    }

    /// Returns the question whether an utterance was meant. After a yes the skill gets it; after a no, in an open
    /// session, an utterance that it does not understand.
    func confirmation(of reading: SkillReading) -> VoiceRequestResponse {
        let invoked = CommandInvoked(app: model.app, type: "", parameters: [:], confidence: 1, text: lastTranscript)
        if let doubt { ConversationTurn.current?.explain("\(doubt): the user was asked") }
        let responder = StandardRequestResponder<Bool>()
        responder.successResponder = { [self] isMeant, _ in
            if isMeant == true { return await respond { $0.heard(reading) } }
            ConversationTurn.current?.explain("the user answered no: the skill did not get the words")
            return isOpen ? await respond { $0.unintelligible() } : .say(BuiltInSentence.declined.text())
        }
        return .followup(
            ConfirmationRequest(whetherMeant: VoicePrompt(message: invoked.confirmationText), responder: responder))
    }

    /// Returns whether an utterance calls the skill by its name.
    public func isCalled(by result: SpeechRecognitionResult) -> Bool {
        result.readings.contains { model.launch.call(in: $0) != nil }
    }

    /// Returns the meaning of an utterance for the skill; nil without one. The first transcript with a meaning
    /// counts.
    func reading(of result: SpeechRecognitionResult) -> SkillReading? {
        let types = machine?.dynamic ?? []
        // A slot type that also accepts values outside of its list matches any words. All transcripts are
        // therefore matched with the model's patterns first.
        for text in result.readings {
            if let reading = model.strictReading(of: text, expecting: expectation, dynamic: types) { return reading }
        }
        // The name alone is no answer while no question is open.
        if machine?.isIdle == true, isCalled(by: result) { return .launch }
        return model.reading(
            of: result.transcript, expecting: expectation, hypotheses: result.hypotheses, dynamic: types)
    }
}
