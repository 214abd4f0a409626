import SaybusConversation
import SaybusSkills

/// A skill's prompt and the answer it expects; or, without a prompt, an utterance that answers no question.
@ConversationActor
final class SkillQuestion: VoiceRequest {
    let prompt: VoicePrompt?
    let recognition: RecognitionOptions
    let kind: String
    let optionLabels: [String]
    let isImplicit: Bool
    /// True, because "cancel" is one of the skill's intents.
    let takesCancellationAsAnswer = true

    private let conversation: SkillConversation
    private let utterance: SkillUtterance?

    /// Creates a question.
    init(_ text: SpeechOutputText?, of conversation: SkillConversation, expecting expectation: SkillExpectation) {
        prompt = text.map { VoicePrompt(message: $0.words, utterance: $0.utterance) }
        recognition = RecognitionOptions(
            phrases: conversation.model.phrases(for: expectation), noSpeechTimeout: conversation.answerTimeout)
        kind = expectation.isConfirmation ? "confirmation" : "skill"
        optionLabels = expectation.isConfirmation ? ["yes", "no"] : []
        (self.conversation, utterance, isImplicit) = (conversation, nil, false)
    }

    /// Creates a request for an utterance that answers no question.
    init(_ utterance: SkillUtterance, for conversation: SkillConversation) {
        (prompt, recognition, kind, optionLabels) = (nil, RecognitionOptions(), "skill", [])
        (self.conversation, self.utterance, isImplicit) = (conversation, utterance, true)
    }

    var interpreter: any VoiceRequestInterpreter<SkillUtterance> {
        Interpreter(conversation: conversation, utterance: utterance)
    }
    var responder: any VoiceRequestResponder<SkillUtterance> { Responder(conversation: conversation) }

    private struct Interpreter: VoiceRequestInterpreter {
        let conversation: SkillConversation
        let utterance: SkillUtterance?

        func interpret(_ result: SpeechRecognitionResult) -> Interpretation<SkillUtterance> {
            conversation.lastTranscript = result.transcript
            if result.isSilence { return Interpretation(errors: [ValidationError(.noInput)]) }
            switch utterance ?? conversation.reading(of: result).map({ .reading($0) }) ?? .unintelligible {
            case .unintelligible:
                let reason = "\"\(result.transcript)\" means nothing to \(conversation.model.app) now."
                return Interpretation(errors: [ValidationError(.invalidInput, reason: reason)])
            case let meaning: return Interpretation(value: meaning)
            }
        }
    }

    private struct Responder: VoiceRequestResponder {
        let conversation: SkillConversation

        func response(to interpretation: Interpretation<SkillUtterance>) async -> VoiceRequestResponse {
            if case .reading(let reading) = interpretation.value {
                if conversation.stopsAudio(reading) { return conversation.stopAudio() }
                var response = await conversation.respond { $0.heard(reading) }
                response.isCallOff = reading.isEnding
                return response
            }
            if case .doubtful(let reading) = interpretation.value { return conversation.confirmation(of: reading) }
            let isSilence = interpretation.validationErrors.contains { $0.type == .noInput }
            return await conversation.respond { isSilence ? $0.silent() : $0.unintelligible() }
        }

        func response(toRecognitionError error: RecognitionError) async -> VoiceRequestResponse {
            guard !error.isTransient else { return await conversation.respond { $0.unintelligible() } }
            return await conversation.respond {
                $0.end(.error, error: .init(type: .deviceCommunicationError, message: error.reason))
            }
        }

        func actionForCancellation() -> VoiceRequestResponse.Action? {
            { [conversation] in conversation.close(.userInitiated) }
        }
    }
}
