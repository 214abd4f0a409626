import SaybusSkills

/// A handler that answers utterances without an intent of the skill.
struct FallbackIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        try Alexa.getRequestType(handlerInput.requestEnvelope) == "IntentRequest"
            && Alexa.getIntentName(handlerInput.requestEnvelope) == "AMAZON.FallbackIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder
            .speak("I only know hello.")
            .reprompt("Say hello, or stop.")
            .getResponse()
    }
}
