import SaybusMessages

/// A handler that answers `AMAZON.RepeatIntent` with the last speech. Needs ``LastSpeechInterceptor``.
public struct RepeatIntentHandler: RequestHandler {
    private let nothing: String

    /// Creates a handler.
    ///
    /// - Parameter nothing: The plain text to say when the skill has not spoken yet.
    public init(nothing: String = "I have not said anything yet.") { self.nothing = nothing }

    /// Returns whether the request is `AMAZON.RepeatIntent` in a session.
    public func canHandle(handlerInput: HandlerInput) -> Bool {
        let envelope = handlerInput.requestEnvelope
        return envelope.session != nil && envelope.request.type == IntentRequest.type
            && envelope.request.intent?.name == "AMAZON.RepeatIntent"
    }

    /// Returns the last speech and its reprompt.
    public func handle(handlerInput: HandlerInput) throws -> Response {
        let attributes = try handlerInput.attributesManager.getSessionAttributes().values
        let builder = handlerInput.responseBuilder
        guard case .string(let speech) = attributes[LastSpeechInterceptor.speakOutput] else {
            return builder.speak(text: nothing).withShouldEndSession(false).getResponse()
        }
        builder.speak(speech).withShouldEndSession(false)
        if case .string(let reprompt) = attributes[LastSpeechInterceptor.repromptSpeech] { builder.reprompt(reprompt) }
        return builder.getResponse()
    }
}
