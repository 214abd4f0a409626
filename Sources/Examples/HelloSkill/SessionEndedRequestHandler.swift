import SaybusSkills

/// A handler that accepts the end of a session. Its answer is not spoken.
struct SessionEndedRequestHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.type == "SessionEndedRequest"
    }

    func handle(handlerInput: HandlerInput) -> Response { handlerInput.responseBuilder.getResponse() }
}
