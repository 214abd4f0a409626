/// The publisher of a message: a role and an instance of it, such as `transcribe/pocketsphinx-1`.
public struct Source: Sendable, Hashable, CustomStringConvertible {
    /// The role, such as `transcribe`.
    public let role: Role
    /// The instance, which distinguishes programs with the same role.
    public let instance: String

    /// Creates a source; nil unless role and instance are `[A-Za-z0-9._-]{1,64}`.
    public init?(role: Role, instance: String) {
        guard Name.isValid(role.rawValue.utf8), Name.isValid(instance.utf8) else { return nil }
        (self.role, self.instance) = (role, instance)
    }

    /// Returns whether a role or an instance may have a byte.
    package static func isAllowed(_ byte: UInt8) -> Bool { Name.isAllowed(byte) }

    /// Reads `role/instance`.
    public init?(_ text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        self.init(role: Role(String(text[..<slash])), instance: String(text[text.index(after: slash)...]))
    }

    /// Reads `role/instance` from a header.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let role = UnsafeBufferPointer(rebasing: text[..<slash])
        let instance = UnsafeBufferPointer(rebasing: text[(slash + 1)...])
        guard Name.isValid(role), Name.isValid(instance) else { return nil }
        self.role = Role(String(decoding: role, as: UTF8.self))
        self.instance = String(decoding: instance, as: UTF8.self)
    }

    /// `role/instance`.
    public var description: String { role.rawValue + "/" + instance }
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
