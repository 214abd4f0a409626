import Skills

/// Says what can be said.
struct HelpIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        try Alexa.getRequestType(handlerInput.requestEnvelope) == "IntentRequest"
            && Alexa.getIntentName(handlerInput.requestEnvelope) == "AMAZON.HelpIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        let speechText = "Say hello, and I will say it too."
        return handlerInput.responseBuilder.speak(speechText).reprompt(speechText).getResponse()
    }
}
