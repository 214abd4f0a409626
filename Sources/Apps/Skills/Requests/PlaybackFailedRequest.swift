/// The report that a stream of the skill could not be played, sent outside of sessions.
public struct PlaybackFailedRequest: SkillRequest {
    static let type = "AudioPlayer.PlaybackFailed"

    /// `AudioPlayer.PlaybackFailed`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The skill's token for the stream that failed.
    public var token: String?
    /// The error that stopped the stream.
    public var error: PlaybackError?
    /// The current state of the audio player, which may be playing another stream.
    public var currentPlaybackState: AudioPlayerState?

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, token: String? = nil,
        error: PlaybackError? = nil, currentPlaybackState: AudioPlayerState? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.token, self.error, self.currentPlaybackState) = (token, error, currentPlaybackState)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, token, error, currentPlaybackState }
}
