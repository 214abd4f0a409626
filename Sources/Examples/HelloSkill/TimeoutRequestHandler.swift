import SaybusSkills

/// A handler that asks again when the user stays silent.
struct TimeoutRequestHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.type == "TimeoutRequest"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder
            .speak("Are you there?")
            .reprompt("Say hello, or stop.")
            .getResponse()
    }
}
