import SaybusMessages

/// What a device can do besides listening and speaking, by the interface's name: `AudioPlayer`, `Display`, …
public struct SupportedInterfaces: Codable, Sendable, Equatable {
    /// What is told of each interface; mostly an empty object.
    public var interfaces: [String: JSONValue]

    /// Interfaces of which no more is told than that they are there.
    public init(_ names: String...) {
        interfaces = Dictionary(names.map { ($0, [:]) }) { first, _ in first }
    }

    /// Reads an object.
    public init(from decoder: any Decoder) throws { interfaces = try [String: JSONValue](from: decoder) }

    /// Writes an object.
    public func encode(to encoder: any Encoder) throws { try interfaces.encode(to: encoder) }

    /// Whether streams can be played.
    public var audioPlayer: Bool { contains("AudioPlayer") }

    /// Whether there is an interface of that name.
    public func contains(_ name: String) -> Bool { interfaces[name].map { $0 != .null } ?? false }
}
