/// An option to choose.
public struct SelectOption: Sendable, Equatable {
    /// The option's spoken name.
    public let label: String
    /// Alternative spoken names.
    public var aliases: [String]

    /// Creates an option.
    public init(label: String, aliases: [String] = []) { (self.label, self.aliases) = (label, aliases) }
}
