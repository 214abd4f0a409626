import SaybusSkills

/// An error handler that answers every error with an apology.
struct ApologyHandler: ErrorHandler {
    func canHandle(handlerInput: HandlerInput, error: any Error) -> Bool { true }

    func handle(handlerInput: HandlerInput, error: any Error) -> Response {
        handlerInput.responseBuilder
            .speak("Sorry, I did not get that. Say hello, or stop.")
            .reprompt("Say hello, or stop.")
            .getResponse()
    }
}
