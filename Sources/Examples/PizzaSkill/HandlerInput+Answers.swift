import SaybusSkills

extension HandlerInput {
    /// What can be said.
    static let example = "Say, for instance: a large pizza with olives."

    /// Says something, and listens.
    func ask(_ text: String) -> Response {
        responseBuilder.speak(text: text).reprompt(text: Self.example).getResponse()
    }

    /// Says something, and ends the session.
    func end(_ text: String) -> Response { responseBuilder.speak(text: text).withShouldEndSession(true).getResponse() }

    /// The name of a slot's value in the model, or what was said; nil when nothing was.
    func canonical(_ slot: String) throws -> String? {
        let slot = try Alexa.getSlot(requestEnvelope, slot)
        return slot?.resolvedValue?.name ?? slot?.value
    }
}
