/// A stream of the skill began, ended, was stopped or is nearly over. It comes outside of sessions.
public struct PlaybackRequest: SkillRequest {
    /// What happened to the stream; its value is the request's `type`.
    public enum Event: String, Codable, Sendable, CaseIterable {
        /// It began.
        case started = "AudioPlayer.PlaybackStarted"
        /// It came to its end.
        case finished = "AudioPlayer.PlaybackFinished"
        /// It was stopped before its end.
        case stopped = "AudioPlayer.PlaybackStopped"
        /// It is nearly over: the moment to enqueue the next one.
        case nearlyFinished = "AudioPlayer.PlaybackNearlyFinished"
    }

    /// What happened to the stream.
    public var event: Event
    /// `AudioPlayer.PlaybackStarted`, …
    public var type: String { event.rawValue }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// The stream, as the skill named it.
    public var token: String?
    /// How far it is, in milliseconds.
    public var offsetInMilliseconds: Int?

    /// A request.
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
