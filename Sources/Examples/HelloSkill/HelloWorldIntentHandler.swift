import Skills

/// Says hello, and is done.
struct HelloWorldIntentHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.type == "IntentRequest"
            && handlerInput.requestEnvelope.request.intent?.name == "HelloWorldIntent"
    }

    func handle(handlerInput: HandlerInput) -> Response {
        let speechText = "Hello World!"
        return handlerInput.responseBuilder
            .speak(speechText)
            .withSimpleCard("Hello", speechText)
            .withShouldEndSession(true)
            .getResponse()
    }
}
