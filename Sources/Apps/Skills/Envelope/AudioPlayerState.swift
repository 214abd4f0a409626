/// What the audio player does.
public struct AudioPlayerState: Codable, Sendable, Equatable {
    /// What it does.
    public enum PlayerActivity: String, Codable, Sendable, CaseIterable {
        /// Nothing was ever played.
        case idle = "IDLE"
        /// Paused by another sound.
        case paused = "PAUSED"
        /// Playing.
        case playing = "PLAYING"
        /// Waits for more of the stream.
        case bufferUnderrun = "BUFFER_UNDERRUN"
        /// The stream came to its end.
        case finished = "FINISHED"
        /// Stopped before its end.
        case stopped = "STOPPED"
    }

    /// The stream, as the skill named it.
    public var token: String?
    /// How far it is, in milliseconds.
    public var offsetInMilliseconds: Int?
    /// What it does.
    public var playerActivity: PlayerActivity?

    /// A state.
    public init(token: String? = nil, offsetInMilliseconds: Int? = nil, playerActivity: PlayerActivity? = nil) {
        (self.token, self.offsetInMilliseconds) = (token, offsetInMilliseconds)
        self.playerActivity = playerActivity
    }
}
