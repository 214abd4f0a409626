/// The state of the audio player.
public struct AudioPlayerState: Codable, Sendable, Equatable {
    /// An activity of the audio player.
    public enum PlayerActivity: String, Codable, Sendable, CaseIterable {
        /// Nothing has been played yet.
        case idle = "IDLE"
        /// Paused by another sound.
        case paused = "PAUSED"
        /// Playing.
        case playing = "PLAYING"
        /// Waiting for more data of the stream.
        case bufferUnderrun = "BUFFER_UNDERRUN"
        /// The stream has ended.
        case finished = "FINISHED"
        /// Stopped before the stream's end.
        case stopped = "STOPPED"
    }

    /// The skill's token for the stream.
    public var token: String?
    /// The playback position in milliseconds.
    public var offsetInMilliseconds: Int?
    /// The current activity.
    public var playerActivity: PlayerActivity?

    /// Creates a state.
    public init(token: String? = nil, offsetInMilliseconds: Int? = nil, playerActivity: PlayerActivity? = nil) {
        (self.token, self.offsetInMilliseconds) = (token, offsetInMilliseconds)
        self.playerActivity = playerActivity
    }
}
