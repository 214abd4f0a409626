/// The name of a track.
public struct AudioTrackIdentifier: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as ``Messages/AudioSequence/track`` has it.
    public let name: String

    /// A track by its name.
    public init(_ name: String) { self.name = name }
    /// A track by its name.
    public init(stringLiteral value: String) { name = value }

    /// What the app says of itself; priority 10.
    public static let main: AudioTrackIdentifier = "main"
    /// What requests say: prompts, feedback, tones; priority 999.
    public static let voiceRequest: AudioTrackIdentifier = "voice-request"

    /// The name.
    public var description: String { name }
}
