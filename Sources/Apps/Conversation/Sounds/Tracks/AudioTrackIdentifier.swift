import SaybusMessages

/// The name by which the audio stage and its clients know a track.
public struct AudioTrackIdentifier: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as in `AudioSequence.track`.
    public let name: String

    /// Creates an identifier from any name.
    public init(_ name: String) { self.name = name }
    /// Creates an identifier from a literal, such as `"music"`.
    public init(stringLiteral value: String) { name = value }

    /// The track of an app's own words and sounds.
    public static let main = AudioTrackIdentifier(AudioSequence.defaultTrack)
    /// The track of requests: prompts, feedback, tones.
    public static let voiceRequest: AudioTrackIdentifier = "voice-request"

    /// The priority of ``main`` unless the app registers another one.
    public static let mainPriority = AudioSequence.defaultPriority
    /// The priority of ``voiceRequest``: a question is heard before everything else.
    public static let voiceRequestPriority = AudioSequence.questionPriority

    /// The name, for messages to people.
    public var description: String { name }
}
