/// A stream of the skill could not be played. It comes outside of sessions.
public struct PlaybackFailedRequest: SkillRequest {
    static let type = "AudioPlayer.PlaybackFailed"

    /// `AudioPlayer.PlaybackFailed`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// The stream.
    public var token: String?
    /// Why it could not be played.
    public var error: PlaybackError?
    /// What the audio player does now, which may be another stream.
    public var currentPlaybackState: AudioPlayerState?

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, token: String? = nil,
        error: PlaybackError? = nil, currentPlaybackState: AudioPlayerState? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.token, self.error, self.currentPlaybackState) = (token, error, currentPlaybackState)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, token, error, currentPlaybackState }
}
