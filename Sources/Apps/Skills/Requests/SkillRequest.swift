/// The properties common to all requests.
public protocol SkillRequest: Codable, Sendable, Equatable {
    /// The request's type, such as `IntentRequest` or `AudioPlayer.PlaybackStarted`.
    var type: String { get }
    /// The unique id of the request.
    var requestId: String { get }
    /// The time at which the host sent the request.
    var timestamp: Timestamp { get }
    /// The language and country, such as `en-US`; nil for requests that have none.
    var locale: String? { get }
}
