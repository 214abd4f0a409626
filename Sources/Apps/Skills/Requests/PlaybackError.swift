/// Why a stream cannot be played.
public struct PlaybackError: Codable, Sendable, Hashable {
    /// Whose fault it is.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Not known.
        case unknown = "MEDIA_ERROR_UNKNOWN"
        /// The stream's server did not take the request.
        case invalidRequest = "MEDIA_ERROR_INVALID_REQUEST"
        /// The stream's server cannot be reached.
        case serviceUnavailable = "MEDIA_ERROR_SERVICE_UNAVAILABLE"
        /// The stream's server failed.
        case internalServerError = "MEDIA_ERROR_INTERNAL_SERVER_ERROR"
        /// The device failed.
        case internalDeviceError = "MEDIA_ERROR_INTERNAL_DEVICE_ERROR"
    }

    /// Whose fault it is.
    public var type: Kind?
    /// What happened.
    public var message: String?

    /// An error with a sentence.
    public init(type: Kind?, message: String?) { (self.type, self.message) = (type, message) }
}
