/// What went wrong so that a session ended.
public struct SessionEndedError: Codable, Sendable, Hashable {
    /// What kind of thing went wrong.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The skill's answer could not be used.
        case invalidResponse = "INVALID_RESPONSE"
        /// The device could not be reached.
        case deviceCommunicationError = "DEVICE_COMMUNICATION_ERROR"
        /// The host failed.
        case internalServiceError = "INTERNAL_SERVICE_ERROR"
        /// The skill did not answer in time.
        case endpointTimeout = "ENDPOINT_TIMEOUT"
    }

    /// What kind of thing went wrong.
    public var type: Kind
    /// What happened.
    public var message: String

    /// An error with a sentence.
    public init(type: Kind, message: String) { (self.type, self.message) = (type, message) }
}
