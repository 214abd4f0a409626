import SaybusMessages

/// A directive that plays a stream after the speech.
public struct PlayDirective: Codable, Sendable, Equatable {
    static let type = "AudioPlayer.Play"

    /// The treatment of current and queued streams.
    public var playBehavior: PlayBehavior
    /// The stream and its metadata.
    public var audioItem: AudioItem

    /// Creates a directive.
    public init(playBehavior: PlayBehavior, audioItem: AudioItem) {
        (self.playBehavior, self.audioItem) = (playBehavior, audioItem)
    }

    /// A stream and its metadata.
    public struct AudioItem: Codable, Sendable, Equatable {
        /// The stream to play.
        public var stream: Stream
        /// The metadata that a screen shows during playback, kept unchanged: `title`, `subtitle`, pictures.
        public var metadata: JSONValue?

        /// Creates an item.
        public init(stream: Stream, metadata: JSONValue? = nil) { (self.stream, self.metadata) = (stream, metadata) }
    }

    /// A stream, with the place at which it begins.
    public struct Stream: Codable, Sendable, Equatable {
        /// The stream's address.
        public var url: String
        /// The skill's name for the stream.
        public var token: String
        /// The token of the stream that must be last in the queue for this stream to be enqueued. Only with
        /// ``PlayBehavior/enqueue``.
        public var expectedPreviousToken: String?
        /// The start position in milliseconds.
        public var offsetInMilliseconds: Int
        /// The stream's captions, kept unchanged.
        public var captionData: JSONValue?

        /// Creates a stream.
        public init(
            url: String, token: String, expectedPreviousToken: String? = nil, offsetInMilliseconds: Int = 0,
            captionData: JSONValue? = nil
        ) {
            (self.url, self.token, self.expectedPreviousToken) = (url, token, expectedPreviousToken)
            (self.offsetInMilliseconds, self.captionData) = (offsetInMilliseconds, captionData)
        }
    }
}
