/// The name of a track.
public struct AudioTrackIdentifier: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as in ``Messages/AudioSequence/track``.
    public let name: String

    /// Creates the identifier of a name.
    public init(_ name: String) { self.name = name }
    /// Creates the identifier of a name.
    public init(stringLiteral value: String) { name = value }

    /// The track of the app's own speech and sounds; priority 10.
    public static let main: AudioTrackIdentifier = "main"
    /// The track of requests, with their prompts, feedback and tones; priority 999.
    public static let voiceRequest: AudioTrackIdentifier = "voice-request"

    /// The name.
    public var description: String { name }
}
