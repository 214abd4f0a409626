/// A place in a template where a value is said.
public struct PhraseSlot: Sendable, Hashable {
    /// The parameter's name.
    public let name: String
    /// The type or list as written; nil in `{name}`, where the command's declarations decide (see ``typeName``).
    public let type: String?
    /// The numbers of `{1..10:name}`.
    public let range: NumberRange?
    /// Whether it is matched only, and gives no parameter: `{list:@name}`.
    public let isHidden: Bool

    /// A slot.
    public init(name: String, type: String?, range: NumberRange? = nil, isHidden: Bool = false) {
        (self.name, self.type, self.range, self.isHidden) = (name, type, range, isHidden)
    }

    /// The type or list that is meant when nothing else is declared: of `{name}`, the one of that name.
    public var typeName: String { type ?? name }
}
