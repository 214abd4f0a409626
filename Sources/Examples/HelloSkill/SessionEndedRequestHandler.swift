import SaybusSkills

/// Takes note of the end; nothing that is answered is spoken.
struct SessionEndedRequestHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) -> Bool {
        handlerInput.requestEnvelope.request.type == "SessionEndedRequest"
    }

    func handle(handlerInput: HandlerInput) -> Response { handlerInput.responseBuilder.getResponse() }
}
