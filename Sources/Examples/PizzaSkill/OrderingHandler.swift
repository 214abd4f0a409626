import SaybusSkills

/// A handler that delegates the dialog about an order to the host until it is complete. When the user asks for
/// anchovies, it asks for another topping.
struct OrderingHandler: RequestHandler {
    func canHandle(handlerInput: HandlerInput) throws -> Bool {
        guard case .intentRequest(let request) = handlerInput.requestEnvelope.request else { return false }
        return request.intent.name == "OrderIntent" && request.dialogState != .completed
    }

    func handle(handlerInput: HandlerInput) throws -> Response {
        guard try handlerInput.canonical("topping") == "anchovies" else {
            return handlerInput.responseBuilder.addDelegateDirective().getResponse()
        }
        var intent = handlerInput.requestEnvelope.request.intent
        intent?.slots?["topping"] = Slot(name: "topping")
        let question = "We are out of anchovies. What else would you like on it?"
        return handlerInput.responseBuilder.speak(question).reprompt(question)
            .addElicitSlotDirective("topping", intent).getResponse()
    }
}
