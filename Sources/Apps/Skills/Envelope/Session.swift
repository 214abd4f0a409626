import SaybusMessages

/// One use of a skill, from its launch to its end.
public struct Session: Codable, Sendable, Equatable {
    /// Whether this is its first request.
    public var new: Bool
    /// The same for all requests of a session, and for no other session.
    public var sessionId: String
    /// The skill.
    public var application: Application
    /// What the skill kept from the session's last turn; nil or empty when it kept nothing.
    public var attributes: [String: JSONValue]?
    /// Who uses it.
    public var user: User?

    /// A session.
    public init(
        new: Bool, sessionId: String, application: Application, attributes: [String: JSONValue]? = nil,
        user: User? = nil
    ) {
        (self.new, self.sessionId, self.application) = (new, sessionId, application)
        (self.attributes, self.user) = (attributes, user)
    }
}
