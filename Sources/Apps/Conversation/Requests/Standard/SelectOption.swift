/// An option to choose.
public struct SelectOption: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The option's spoken name.
    public let label: String
    /// Alternative spoken names.
    public var aliases: [String]

    /// Creates an option.
    public init(label: String, aliases: [String] = []) { (self.label, self.aliases) = (label, aliases) }

    /// Creates an option without aliases.
    public init(stringLiteral label: String) { self.init(label: label) }
}
