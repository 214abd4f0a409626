/// The error that ended a session.
public struct SessionEndedError: Codable, Sendable, Hashable {
    /// The kind of an error.
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

    /// The kind of the error.
    public var type: Kind
    /// A description of the error.
    public var message: String

    /// Creates an error with a message.
    public init(type: Kind, message: String) { (self.type, self.message) = (type, message) }
}
