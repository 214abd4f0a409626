/// The error that stopped a stream from playing.
public struct PlaybackError: Codable, Sendable, Hashable {
    /// The program or machine that caused a playback error.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// An error whose origin is not known.
        case unknown = "MEDIA_ERROR_UNKNOWN"
        /// The stream's server rejected the request.
        case invalidRequest = "MEDIA_ERROR_INVALID_REQUEST"
        /// The stream's server could not be reached.
        case serviceUnavailable = "MEDIA_ERROR_SERVICE_UNAVAILABLE"
        /// The stream's server failed.
        case internalServerError = "MEDIA_ERROR_INTERNAL_SERVER_ERROR"
        /// The device that plays failed.
        case internalDeviceError = "MEDIA_ERROR_INTERNAL_DEVICE_ERROR"
    }

    /// The program or machine that caused the error.
    public var type: Kind?
    /// A sentence on the error, for the log.
    public var message: String?

    /// Creates an error with a message.
    public init(type: Kind?, message: String?) { (self.type, self.message) = (type, message) }
}
