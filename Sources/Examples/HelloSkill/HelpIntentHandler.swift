import SaybusSkills

/// A handler that names the utterances that the skill understands.
struct HelpIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        try Alexa.getRequestType(handlerInput.requestEnvelope) == "IntentRequest"
            && Alexa.getIntentName(handlerInput.requestEnvelope) == "AMAZON.HelpIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder
            .speak("Say hello, and I will say it too.")
            .reprompt("Say hello, or stop.")
            .getResponse()
    }
}
