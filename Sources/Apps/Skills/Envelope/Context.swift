import SaybusMessages

/// What the device and the platform are like at the moment of a request.
public struct Context: Codable, Sendable, Equatable {
    /// Who asks, from where, for which skill.
    public var system: SystemState
    /// What the audio player does; nil where there is none.
    public var audioPlayer: AudioPlayerState?
    /// The states of all other interfaces, as they came: `Viewport`, `Geolocation`, …
    public var other: [String: JSONValue]

    /// A context.
    public init(system: SystemState, audioPlayer: AudioPlayerState? = nil, other: [String: JSONValue] = [:]) {
        (self.system, self.audioPlayer, self.other) = (system, audioPlayer, other)
    }

    private enum CodingKeys: String, CodingKey {
        case system = "System"
        case audioPlayer = "AudioPlayer"
    }

    /// Reads an object; what is not known goes to ``other``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        system = try container.decode(SystemState.self, forKey: .system)
        audioPlayer = try container.decodeIfPresent(AudioPlayerState.self, forKey: .audioPlayer)
        other = try [String: JSONValue](from: decoder).filter { CodingKeys(rawValue: $0.key) == nil }
    }

    /// Writes an object.
    public func encode(to encoder: any Encoder) throws {
        try other.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(system, forKey: .system)
        try container.encodeIfPresent(audioPlayer, forKey: .audioPlayer)
    }
}
