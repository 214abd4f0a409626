import SaybusMessages

/// A skill's answer: its response, and the session attributes to return with the session's next request.
public struct ResponseEnvelope: SkillEnvelope {
    /// The name of the message in errors.
    public static let noun = "skill's answer"

    /// The version of the format: `1.0`.
    public var version: String
    /// Attributes returned with the session's next request. Attributes left out are forgotten. Nil outside of
    /// sessions.
    public var sessionAttributes: [String: JSONValue]?
    /// The software that wrote the answer, for diagnostics.
    public var userAgent: String?
    /// The response to speak, to show and to carry out.
    public var response: Response

    /// Creates an answer.
    public init(
        version: String = "1.0", sessionAttributes: [String: JSONValue]? = nil, userAgent: String? = nil,
        response: Response
    ) {
        (self.version, self.sessionAttributes) = (version, sessionAttributes)
        (self.userAgent, self.response) = (userAgent, response)
    }

    private enum CodingKeys: String, CodingKey { case version, sessionAttributes, userAgent, response }

    /// Decodes an answer. An answer without a response says nothing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(String.self, forKey: .version)
        sessionAttributes = try container.decodeIfPresent([String: JSONValue].self, forKey: .sessionAttributes)
        userAgent = try container.decodeIfPresent(String.self, forKey: .userAgent)
        response = try container.decodeIfPresent(Response.self, forKey: .response) ?? Response()
    }
}
