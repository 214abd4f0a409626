import SaybusMessages

/// Another dialog manager calls a function of the skill.
public struct APIInvocationRequest: SkillRequest {
    static let type = "Dialog.API.Invoked"

    /// `Dialog.API.Invoked`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// The call.
    public var apiRequest: APIRequest?

    /// A call of a function.
    public struct APIRequest: Codable, Sendable, Equatable {
        /// The function.
        public var name: String?
        /// What it is called with.
        public var arguments: [String: JSONValue]?
        /// The same as slots' values.
        public var slots: [String: SlotValue]?

        /// A call.
        public init(name: String?, arguments: [String: JSONValue]? = nil, slots: [String: SlotValue]? = nil) {
            (self.name, self.arguments, self.slots) = (name, arguments, slots)
        }
    }

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, apiRequest: APIRequest? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.apiRequest = apiRequest
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, apiRequest }
}
