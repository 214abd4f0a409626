import SaybusSupport

/// A conversation, such as that of a device, a room or a caller. Its name is `[A-Za-z0-9._-]{1,64}`.
public struct Session: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The session of all programs for which no other one is chosen.
    public static let `default` = Session(unchecked: "default")

    /// The advice for a name that is none of a session. It also holds for other names on the bus.
    package static let nameAdvice = "use 1 to 64 letters a to z, digits, dots, underscores and hyphens"

    /// The name, as in topics and headers.
    public let rawValue: String

    /// Creates a session; nil when the name has other characters or another length.
    public init?(rawValue: String) {
        guard Name.isValid(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads the name from a header.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard Name.isValid(name) else { return nil }
        rawValue = String(decoding: name, as: UTF8.self)
    }

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// The name, as in topics and headers.
    public var description: String { rawValue }

    /// The low byte of the name's FNV-1a 64 hash. It lets replicas share the sessions by subscription prefix.
    public var bucket: UInt8 { UInt8(truncatingIfNeeded: FNV1a(rawValue.utf8).value) }
}
