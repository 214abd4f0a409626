import SaybusMessages

/// What a skill answers: the response, and what it wants to have back with the session's next request.
public struct ResponseEnvelope: SkillEnvelope {
    /// The version of the format: `1.0`.
    public var version: String
    /// What comes back with the session's next request; what is left out is forgotten. Nil outside of sessions.
    public var sessionAttributes: [String: JSONValue]?
    /// What made the answer, for those who look for faults.
    public var userAgent: String?
    /// What is said and done.
    public var response: Response

    /// An answer.
    public init(
        version: String = "1.0", sessionAttributes: [String: JSONValue]? = nil, userAgent: String? = nil,
        response: Response
    ) {
        (self.version, self.sessionAttributes) = (version, sessionAttributes)
        (self.userAgent, self.response) = (userAgent, response)
    }

    private enum CodingKeys: String, CodingKey { case version, sessionAttributes, userAgent, response }

    /// Reads an answer; one without a response says nothing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(String.self, forKey: .version)
        sessionAttributes = try container.decodeIfPresent([String: JSONValue].self, forKey: .sessionAttributes)
        userAgent = try container.decodeIfPresent(String.self, forKey: .userAgent)
        response = try container.decodeIfPresent(Response.self, forKey: .response) ?? Response()
    }
}
