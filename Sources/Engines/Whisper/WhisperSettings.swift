/// The settings of one transcription.
package struct WhisperSettings: Sendable {
    /// The language's code, such as `en`, or `auto`.
    package var language = "en"
    /// A text in the words that may be said, which makes these words likelier; empty for none.
    package var prompt = ""
    /// The number of threads that the library computes with.
    package var threads = 1
    /// The frames of 20 ms that the encoder gets at least, also for shorter sound: more take longer, and go wrong less
    /// often. All of them when there are more than the model holds.
    package var frames = 0

    /// Creates the default settings.
    package init() {}

    /// The samples in a frame of the encoder, 20 ms.
    static let frame = 320
    /// The frames beyond the sound that the encoder gets, and the fewest frames.
    static let (spareFrames, minimumFrames) = (64, 256)
    /// The most tokens for each second of sound, and in addition. Fast speech has five words a second.
    static let tokensPerSecond = 12
    static let spareTokens = 16

    /// Returns the encoder's frames for a sound; 0 for all.
    ///
    /// The time of the encoder grows with them. The model was made with 30 s.
    package func encoderFrames(forSamples count: Int, of most: Int) -> Int {
        let needed = max(frames, Self.minimumFrames, count / Self.frame + Self.spareFrames)
        return needed < most ? needed : 0
    }

    /// Returns whether a sound fits into the encoder at once.
    package static func fits(_ count: Int, in most: Int) -> Bool { count / frame + spareFrames < most }
}
