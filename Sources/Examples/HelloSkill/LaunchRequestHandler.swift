import SaybusSkills

/// A handler that welcomes the user.
struct LaunchRequestHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.type == "LaunchRequest"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder
            .speak("Welcome! You can say hello.")
            .reprompt("Say hello, or stop.")
            .getResponse()
    }
}
