/// One of the answers to choose from.
public struct SelectOption: Sendable, Equatable {
    /// Its name, which can be said.
    public let label: String
    /// What else can be said for it.
    public var aliases: [String]

    /// Creates an option.
    public init(label: String, aliases: [String] = []) { (self.label, self.aliases) = (label, aliases) }
}
