/// An option to choose in a ``SelectRequest``.
///
/// The answer chooses it by its label, one of its aliases, its position ("the second one"), or any word that no other
/// option has. A string literal is an option without aliases: `["small", "large"]`.
public struct SelectOption: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The option's name, which the question offers, and with which the answer is compared without regard to case.
    public let label: String
    /// Further names with which the option can be chosen. They are not offered.
    public var aliases: [String]

    /// Creates an option.
    /// - Parameters:
    ///   - label: The name.
    ///   - aliases: Further names.
    public init(label: String, aliases: [String] = []) { (self.label, self.aliases) = (label, aliases) }

    /// Creates an option without aliases.
    public init(stringLiteral label: String) { self.init(label: label) }
}
