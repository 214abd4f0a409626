import SaybusMessages

/// Keeps what was said last in the session attributes, so that it can be said again: see ``RepeatIntentHandler``.
public struct LastSpeechInterceptor: ResponseInterceptor {
    /// The session attribute with what was said, as SSML.
    public static let speakOutput = "speakOutput"
    /// The session attribute with what was to be said when the user stayed silent, as SSML.
    public static let repromptSpeech = "repromptSpeech"

    /// An interceptor.
    public init() {}

    /// Keeps the speech of a response; a response without speech changes nothing.
    public func process(handlerInput: HandlerInput, response: inout Response) async throws {
        guard handlerInput.requestEnvelope.session != nil, let speech = response.outputSpeech else { return }
        let reprompt = response.reprompt?.outputSpeech
        try handlerInput.attributesManager.getSessionAttributes().update { attributes in
            attributes[Self.speakOutput] = .string(speech.ssml)
            attributes[Self.repromptSpeech] = reprompt.map { .string($0.ssml) }
        }
    }
}

extension OutputSpeech {
    fileprivate var ssml: String {
        switch self {
        case .plainText(let text, _): SSMLText.speech(SSMLText.escaped(text))
        case .ssml(let ssml, _): ssml
        }
    }
}
