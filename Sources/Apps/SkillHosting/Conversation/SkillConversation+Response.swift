import SaybusConversation
import SaybusMessages
import SaybusSkills

/// The response to a turn, and the announcement of the skill's request.
extension SkillConversation {
    /// Makes the response to a turn from the skill's output.
    /// - Parameters:
    ///   - output: The output.
    ///   - number: The number of the answer.
    func response(to output: SkillOutput, _ number: Int) -> VoiceRequestResponse {
        let text = output.text
        // Without directives there is nothing left to do after the speech.
        let action: VoiceRequestResponse.Action? =
            output.audio.isEmpty
            ? nil : { @ConversationActor @Sendable [weak self] in self?.perform(output.audio, of: number) }
        var response: VoiceRequestResponse
        if output.sessionState == .listens, let machine {
            response = VoiceRequestResponse(
                followupRequest: SkillQuestion(text, of: self, expecting: machine.expectation), action: action)
        } else {
            response = VoiceRequestResponse(
                feedbackPrompt: text.map { VoicePrompt(message: $0.words, utterance: $0.utterance) }, action: action)
            let (stays, introduces) = (output.sessionState == .stays, output.audio.contains(where: \.isPlay))
            if stays { startLimit(after: number) }
            response.feedbackObserver = { [weak self] isSpoken in
                if isSpoken, introduces { self?.beginIntroduction(of: number) }
                guard stays else { return }
                // The session is open while the skill speaks, however long.
                if isSpoken { self?.limit.stop() } else { self?.startLimit(after: number) }
            }
            if introduces { response.feedbackEnd = { [weak self] in self?.endIntroduction(of: number, $0) } }
        }
        response.problem = output.failure
        response.isRetry = output.isReprompt
        response.isDone = !output.cards.isEmpty && output.problems.isEmpty
        return response
    }

    /// Starts the lifetime of a session in which the skill neither listens nor ends the session, unless a newer answer
    /// has come.
    private func startLimit(after number: Int) {
        guard isOpen, number == answers else { return }
        limit.start(Self.idleSessionTimeout) { [weak self] in self?.close(.exceededMaxReprompts) }
    }

    /// Publishes the skill's request on the bus.
    func announce(_ envelope: RequestEnvelope) {
        let slots = envelope.request.intent?.slots ?? [:]
        let parameters = slots.compactMapValues { slot in
            slot.spokenValue.map {
                Parameter(value: .text(slot.resolvedValue?.name ?? $0), words: $0, type: "Slot")
            }
        }
        manager?.announce(
            CommandInvoked(
                app: model.app, type: envelope.request.intent?.name ?? envelope.request.type, parameters: parameters,
                confidence: 1, matcher: envelope.request.type, text: lastTranscript))
    }
}
