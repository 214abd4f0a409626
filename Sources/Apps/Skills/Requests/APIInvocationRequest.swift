import SaybusMessages

/// The invocation of a skill's API by another dialog manager.
public struct APIInvocationRequest: SkillRequest {
    static let type = "Dialog.API.Invoked"

    /// `Dialog.API.Invoked`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The API with its arguments.
    public var apiRequest: APIRequest?

    /// An invocation of an API.
    public struct APIRequest: Codable, Sendable, Equatable {
        /// The API's name, as in the skill's model.
        public var name: String?
        /// The arguments by name, as plain JSON.
        public var arguments: [String: JSONValue]?
        /// The arguments by name, as slot values with their resolutions.
        public var slots: [String: SlotValue]?

        /// Creates an invocation.
        public init(name: String?, arguments: [String: JSONValue]? = nil, slots: [String: SlotValue]? = nil) {
            (self.name, self.arguments, self.slots) = (name, arguments, slots)
        }
    }

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, apiRequest: APIRequest? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.apiRequest = apiRequest
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, apiRequest }
}
