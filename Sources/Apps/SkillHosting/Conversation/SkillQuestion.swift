import SaybusConversation
import SaybusMessages
import SaybusSkills

/// What a skill says and then listens for; or, without a prompt, what was said to it unasked.
@ConversationActor
final class SkillQuestion: VoiceRequest {
    let prompt: VoicePrompt?
    let recognition: RecognitionOptions
    let kind: String
    let optionLabels: [String]
    let isImplicit: Bool
    /// "Cancel" is one of the skill's intents.
    let hearsCancellation = true

    private let conversation: SkillConversation
    private let heard: SkillHearing?

    /// Creates a question.
    init(_ text: SpeechOutputText?, of conversation: SkillConversation, expecting expectation: SkillExpectation) {
        prompt = text.map { VoicePrompt(message: $0.words, utterance: $0.utterance) }
        recognition = RecognitionOptions(
            phrases: conversation.model.phrases(for: expectation), noSpeechTimeout: conversation.patience)
        kind = expectation.isConfirmation ? "confirmation" : "skill"
        optionLabels = expectation.isConfirmation ? ["yes", "no"] : []
        (self.conversation, heard, isImplicit) = (conversation, nil, false)
    }

    /// Creates words that answer no question.
    init(_ heard: SkillHearing, for conversation: SkillConversation) {
        (prompt, recognition, kind, optionLabels) = (nil, RecognitionOptions(), "skill", [])
        (self.conversation, self.heard, isImplicit) = (conversation, heard, true)
    }

    var interpreter: any VoiceRequestInterpreter<SkillHearing> { Interpreter(conversation: conversation, heard: heard) }
    var responder: any VoiceRequestResponder<SkillHearing> { Responder(conversation: conversation) }

    private struct Interpreter: VoiceRequestInterpreter {
        let conversation: SkillConversation
        let heard: SkillHearing?

        func interpret(_ result: SpeechRecognitionResult) -> Interpretation<SkillHearing> {
            conversation.said = result.transcript
            if result.isSilence { return Interpretation(errors: [ValidationError(.noInput)]) }
            switch heard ?? conversation.reading(of: result).map({ .reading($0) }) ?? .unintelligible {
            case .unintelligible:
                let reason = "\"\(result.transcript)\" means nothing to \(conversation.model.app) now."
                return Interpretation(errors: [ValidationError(.invalidInput, reason: reason)])
            case let hearing: return Interpretation(value: hearing)
            }
        }
    }

    private struct Responder: VoiceRequestResponder {
        let conversation: SkillConversation

        func response(to interpretation: Interpretation<SkillHearing>) async -> VoiceRequestResponse {
            if case .reading(let reading) = interpretation.value {
                if conversation.stopsAudio(reading) { return conversation.stopAudio() }
                return await conversation.respond { $0.heard(reading) }
            }
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
