import SaybusMessages

/// The interfaces that a device has in addition to voice, by name: `AudioPlayer`, `Display`, …
public struct SupportedInterfaces: Codable, Sendable, Equatable {
    /// The properties of each interface, mostly an empty object.
    public var interfaces: [String: JSONValue]

    /// Creates interfaces without properties.
    public init(_ names: String...) {
        interfaces = Dictionary(names.map { ($0, [:]) }) { first, _ in first }
    }

    /// Decodes an object.
    public init(from decoder: any Decoder) throws { interfaces = try [String: JSONValue](from: decoder) }

    /// Encodes an object.
    public func encode(to encoder: any Encoder) throws { try interfaces.encode(to: encoder) }

    /// Whether the device can play streams.
    public var audioPlayer: Bool { contains("AudioPlayer") }

    /// Returns whether the device has an interface of that name.
    public func contains(_ name: String) -> Bool { interfaces[name].map { $0 != .null } ?? false }
}
