import SaybusSkills

extension HandlerInput {
    /// An example of an order, for prompts.
    static let example = "Say, for instance: a large pizza with olives."

    /// Returns a response that speaks and listens.
    func ask(_ text: String) -> Response {
        responseBuilder.speak(text: text).reprompt(text: Self.example).getResponse()
    }

    /// Returns a response that speaks and ends the session.
    func end(_ text: String) -> Response { responseBuilder.speak(text: text).withShouldEndSession(true).getResponse() }

    /// Returns the name of a slot's value in the model, or else the spoken words; nil for an empty slot.
    func canonical(_ slot: String) throws -> String? {
        let slot = try Alexa.getSlot(requestEnvelope, slot)
        return slot?.resolvedValue?.name ?? slot?.value
    }
}
