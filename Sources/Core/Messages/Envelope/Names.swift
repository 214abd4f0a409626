/// The character set of names in topics and sources: `[A-Za-z0-9._-]{1,64}`.
enum Name {
    static func isValid(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        return (1...64).contains(bytes.count) && bytes.allSatisfy(isAllowed)
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The kind of a message: lower-case words joined by dots, such as `speech.transcript`.
public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name, as in topics and headers.
    public let rawValue: String

    /// Creates a kind; nil unless the name is words of lower-case letters, digits and hyphens, joined by
    /// dots, with at most 64 characters.
    public init?(rawValue: String) {
        guard Name.isValid(rawValue) else { return nil }
        var previous = UInt8(ascii: ".")
        for byte in rawValue.utf8 {
            if byte == UInt8(ascii: "."), previous == byte { return nil }
            if byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { return nil }
            previous = byte
        }
        guard previous != UInt8(ascii: ".") else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a kind from a literal, without a check.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}

/// A conversation: a device, a room, a caller. `[A-Za-z0-9._-]{1,64}`.
public struct Session: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The session of all programs that are not told another one.
    public static let `default` = Session(unchecked: "default")

    /// The name, as in topics and headers.
    public let rawValue: String

    /// Creates a session; nil when the name has other characters or another length.
    public init?(rawValue: String) {
        guard Name.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The low byte of the name's FNV-1a 64 hash. It lets replicas share the sessions by subscription prefix.
    public var bucket: UInt8 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return UInt8(truncatingIfNeeded: hash)
    }
}

/// The publisher of a message: a role and an instance of it, such as `transcribe/pocketsphinx-1`.
public struct Source: Sendable, Hashable, CustomStringConvertible {
    /// The program's role: `listen`, `transcribe`, `intent`, `dispatch`, `audio`, `tap`, …
    public let role: String
    /// The instance, which distinguishes programs with the same role.
    public let instance: String

    /// Creates a source; nil unless role and instance are `[A-Za-z0-9._-]{1,64}`.
    public init?(role: String, instance: String) {
        guard Name.isValid(role), Name.isValid(instance) else { return nil }
        (self.role, self.instance) = (role, instance)
    }

    /// Reads `role/instance`.
    public init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        self.init(role: String(text[..<slash]), instance: String(text[text.index(after: slash)...]))
    }

    /// `role/instance`.
    public var description: String { role + "/" + instance }
}

extension Source: Codable {
    /// Reads `role/instance`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let source = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not role/instance")
        }
        self = source
    }

    /// Writes `role/instance`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
