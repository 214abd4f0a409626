import SaybusSkills

/// Answers what the skill has no intent for.
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
