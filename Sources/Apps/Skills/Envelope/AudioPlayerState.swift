/// The state of the device's audio player, and the stream that it plays or played last.
public struct AudioPlayerState: Codable, Sendable, Equatable {
    /// An activity of the audio player with its stream.
    public enum PlayerActivity: String, Codable, Sendable, CaseIterable {
        /// Nothing has been played yet.
        case idle = "IDLE"
        /// Paused by another sound.
        case paused = "PAUSED"
        /// The stream is playing.
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
    /// The position in the stream, in milliseconds from its start.
    public var offsetInMilliseconds: Int?
    /// The activity at the time of the request.
    public var playerActivity: PlayerActivity?

    /// Creates a state.
    public init(token: String? = nil, offsetInMilliseconds: Int? = nil, playerActivity: PlayerActivity? = nil) {
        (self.token, self.offsetInMilliseconds) = (token, offsetInMilliseconds)
        self.playerActivity = playerActivity
    }
}
