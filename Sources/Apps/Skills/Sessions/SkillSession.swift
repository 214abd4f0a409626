import SaybusMessages

/// The host's side of a session: makes the envelopes of its requests, and keeps what the skill wants to have back.
public struct SkillSession: Sendable {
    /// The same for all requests of this session.
    public let id: String
    /// What the device is like; told with each request.
    public var context: Context
    /// What the skill gets back with the next request.
    public private(set) var attributes: [String: JSONValue] = [:]
    /// Whether no request has been made yet.
    public private(set) var isNew = true
    /// Whether the skill has ended it.
    public private(set) var isOver = false

    /// A session that has not begun.
    ///
    /// - Parameters:
    ///   - id: Different for each session.
    ///   - context: Names the skill, the user and the device.
    public init(id: String = "saybus.session.\(Identifier<SkillSession>())", context: Context) {
        (self.id, self.context) = (id, context)
    }

    /// The envelope of the session's next request.
    public mutating func envelope(_ request: Request) -> RequestEnvelope {
        defer { isNew = false }
        let system = context.system
        let session = Session(
            new: isNew, sessionId: id, application: system.application, attributes: attributes,
            user: system.user)
        return RequestEnvelope(session: session, context: context, request: request)
    }

    /// Takes the answer to the last request: what it has no attributes for is forgotten, as with Alexa.
    public mutating func take(_ answer: ResponseEnvelope) {
        attributes = answer.sessionAttributes ?? [:]
        if answer.response.shouldEndSession == true { isOver = true }
    }
}
