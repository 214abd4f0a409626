import SaybusMessages

/// The host's side of a session: creates the request envelopes and stores the session attributes.
public struct SkillSession: Sendable {
    /// The session's id, the same for all its requests.
    public let id: String
    /// The state of the device, sent with each request.
    public var context: Context
    /// The attributes that the skill gets back with the next request.
    public private(set) var attributes: [String: JSONValue] = [:]
    /// Whether no request has been made yet.
    public private(set) var isNew = true
    /// Whether the skill has ended the session.
    public private(set) var isOver = false

    /// Creates a session that has not started.
    ///
    /// - Parameters:
    ///   - id: A unique id.
    ///   - context: The skill, the user and the device of each request.
    public init(id: String = "saybus.session.\(Identifier<SkillSession>())", context: Context) {
        (self.id, self.context) = (id, context)
    }

    /// Returns the envelope of the session's next request.
    public mutating func envelope(_ request: Request) -> RequestEnvelope {
        defer { isNew = false }
        let system = context.system
        let session = Session(
            new: isNew, sessionId: id, application: system.application, attributes: attributes,
            user: system.user)
        return RequestEnvelope(session: session, context: context, request: request)
    }

    /// Applies the answer to the last request. Attributes missing from it are forgotten, as with Alexa.
    public mutating func take(_ answer: ResponseEnvelope) {
        attributes = answer.sessionAttributes ?? [:]
        if answer.response.shouldEndSession == true { isOver = true }
    }
}
