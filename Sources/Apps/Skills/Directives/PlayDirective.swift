import SaybusMessages

/// A stream is played after the speech.
public struct PlayDirective: Codable, Sendable, Equatable {
    static let type = "AudioPlayer.Play"

    /// What happens to streams that play or wait.
    public var playBehavior: PlayBehavior
    /// The stream and what is told about it.
    public var audioItem: AudioItem

    /// A directive.
    public init(playBehavior: PlayBehavior, audioItem: AudioItem) {
        (self.playBehavior, self.audioItem) = (playBehavior, audioItem)
    }

    /// A stream and what is told about it.
    public struct AudioItem: Codable, Sendable, Equatable {
        /// The stream.
        public var stream: Stream
        /// What a screen shows meanwhile, as it came: `title`, `subtitle`, pictures.
        public var metadata: JSONValue?

        /// A stream.
        public init(stream: Stream, metadata: JSONValue? = nil) { (self.stream, self.metadata) = (stream, metadata) }
    }

    /// A stream.
    public struct Stream: Codable, Sendable, Equatable {
        /// Where it is.
        public var url: String
        /// How the skill names it.
        public var token: String
        /// The one that must be playing or waiting last, so that it is enqueued; with ``PlayBehavior/enqueue`` only.
        public var expectedPreviousToken: String?
        /// Where it begins, in milliseconds.
        public var offsetInMilliseconds: Int
        /// What is said in it, as it came.
        public var captionData: JSONValue?

        /// A stream.
        public init(
            url: String, token: String, expectedPreviousToken: String? = nil, offsetInMilliseconds: Int = 0,
            captionData: JSONValue? = nil
        ) {
            (self.url, self.token, self.expectedPreviousToken) = (url, token, expectedPreviousToken)
            (self.offsetInMilliseconds, self.captionData) = (offsetInMilliseconds, captionData)
        }
    }
}
