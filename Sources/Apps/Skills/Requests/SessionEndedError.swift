/// An error that ended a session, or for which an answer of the skill was not used.
public struct SessionEndedError: Codable, Sendable, Hashable {
    /// The step that failed.
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

    /// The step that failed.
    public var type: Kind
    /// A sentence on the error, for the log.
    public var message: String

    /// Creates an error with a message.
    public init(type: Kind, message: String) { (self.type, self.message) = (type, message) }
}
