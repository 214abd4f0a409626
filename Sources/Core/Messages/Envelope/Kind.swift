/// The kind of a message: lower-case words joined by dots, such as `speech.transcript`.
public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name, as in topics and headers.
    public let rawValue: String

    /// Creates a kind; nil unless the name is words of lower-case letters, digits and hyphens, joined by
    /// dots, with at most 64 characters.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue.utf8) else { return nil }
        self.rawValue = rawValue
    }

    /// Reads the name from a header.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard Self.isValid(name) else { return nil }
        rawValue = String(decoding: name, as: UTF8.self)
    }

    private static func isValid(_ name: some Collection<UInt8>) -> Bool {
        guard Name.isValid(name) else { return false }
        var previous = UInt8(ascii: ".")
        for byte in name {
            if byte == UInt8(ascii: "."), previous == byte { return false }
            if byte == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { return false }
            previous = byte
        }
        return previous != UInt8(ascii: ".")
    }

    /// Creates a kind from a literal, without a check.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name, such as `speech.intent`.
    public var description: String { rawValue }
}

extension Kind {
    /// The kind under which a shadow instance publishes messages of this kind.
    public var shadow: Kind { Kind(rawValue: Self.shadowPrefix + rawValue) ?? self }

    /// Whether a shadow instance published the message: receivers do not act on it, and it answers nothing.
    public var isShadow: Bool { rawValue.hasPrefix(Self.shadowPrefix) }

    /// The kind of which this one is the shadow; nil when this one is not a shadow kind.
    public var shadowed: Kind? { isShadow ? Kind(rawValue: String(rawValue.dropFirst(Self.shadowPrefix.count))) : nil }

    private static let shadowPrefix = "shadow."
}
