import SaybusMessages

/// An interceptor that stores the last speech in the session attributes for ``RepeatIntentHandler``.
public struct LastSpeechInterceptor: ResponseInterceptor {
    /// The session attribute that holds the last speech as SSML.
    public static let speakOutput = "speakOutput"
    /// The session attribute that holds the last reprompt as SSML.
    public static let repromptSpeech = "repromptSpeech"

    /// Creates an interceptor.
    public init() {}

    /// Stores the speech of a response. A response without speech changes nothing.
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
