import SaybusMessages

/// The state of the device and the platform at the time of a request.
public struct Context: Codable, Sendable, Equatable {
    /// The user, the device and the skill of the request.
    public var system: SystemState
    /// The state of the audio player; nil for a device without one.
    public var audioPlayer: AudioPlayerState?
    /// The states of all other interfaces, kept unchanged: `Viewport`, `Geolocation`, …
    public var other: [String: JSONValue]

    /// Creates a context.
    public init(system: SystemState, audioPlayer: AudioPlayerState? = nil, other: [String: JSONValue] = [:]) {
        (self.system, self.audioPlayer, self.other) = (system, audioPlayer, other)
    }

    private enum CodingKeys: String, CodingKey {
        case system = "System"
        case audioPlayer = "AudioPlayer"
    }

    /// Decodes a context. Unknown members go to ``other``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        system = try container.decode(SystemState.self, forKey: .system)
        audioPlayer = try container.decodeIfPresent(AudioPlayerState.self, forKey: .audioPlayer)
        other = try [String: JSONValue](from: decoder).filter { CodingKeys(rawValue: $0.key) == nil }
    }

    /// Encodes the context.
    public func encode(to encoder: any Encoder) throws {
        try other.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(system, forKey: .system)
        try container.encodeIfPresent(audioPlayer, forKey: .audioPlayer)
    }
}
