import SaybusSkills

/// A handler that says hello and ends the session.
struct HelloWorldIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        let request = handlerInput.requestEnvelope.request
        return request.type == "IntentRequest" && request.intent?.name == "HelloWorldIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        handlerInput.responseBuilder
            .speak("Hello World!")
            .withSimpleCard("Hello", "Hello World!")
            .withShouldEndSession(true)
            .getResponse()
    }
}
