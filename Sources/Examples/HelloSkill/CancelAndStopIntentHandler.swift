import SaybusSkills

/// A handler that says goodbye and ends the session.
struct CancelAndStopIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        try Alexa.getRequestType(handlerInput.requestEnvelope) == "IntentRequest"
            && ["AMAZON.CancelIntent", "AMAZON.StopIntent"].contains(
                Alexa.getIntentName(handlerInput.requestEnvelope))
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder.speak("Goodbye!").withShouldEndSession(true).getResponse()
    }
}
