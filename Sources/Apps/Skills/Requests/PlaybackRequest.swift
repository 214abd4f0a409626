/// A change in the playback of the skill's stream, sent outside of sessions.
public struct PlaybackRequest: SkillRequest {
    /// A change in playback. The raw value is the request's `type`.
    public enum Event: String, Codable, Sendable, CaseIterable {
        /// Playback started.
        case started = "AudioPlayer.PlaybackStarted"
        /// The stream ended.
        case finished = "AudioPlayer.PlaybackFinished"
        /// Playback was stopped before the stream's end.
        case stopped = "AudioPlayer.PlaybackStopped"
        /// The stream is nearly over, so the skill should enqueue the next one.
        case nearlyFinished = "AudioPlayer.PlaybackNearlyFinished"
    }

    /// The change in playback.
    public var event: Event
    /// The request's type, such as `AudioPlayer.PlaybackStarted`.
    public var type: String { event.rawValue }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The skill's token for the stream.
    public var token: String?
    /// The position in the stream, in milliseconds from its start.
    public var offsetInMilliseconds: Int?

    /// Creates a request.
    public init(
        _ event: Event, requestId: String, timestamp: Timestamp, locale: String? = nil, token: String? = nil,
        offsetInMilliseconds: Int? = nil
    ) {
        (self.event, self.requestId, self.timestamp, self.locale) = (event, requestId, timestamp, locale)
        (self.token, self.offsetInMilliseconds) = (token, offsetInMilliseconds)
    }

    private enum CodingKeys: String, CodingKey {
        case event = "type"
        case requestId, timestamp, locale, token, offsetInMilliseconds
    }
}
