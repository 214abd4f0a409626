/// A place for a value in a template.
public struct PhraseSlot: Sendable, Hashable {
    /// The parameter's name.
    public let name: String
    /// The type or list as written; nil for `{name}`, where the command's declarations decide (see
    /// ``typeName``).
    public let type: String?
    /// The range of `{1..10:name}`.
    public let range: NumberRange?
    /// Whether the slot is matched without producing a parameter: `{list:@name}`.
    public let isHidden: Bool
    /// The beginning of the value's first word that does not belong to it, with straight apostrophes: `l'` where
    /// ``PhraseCompiler`` reads `l'{area}` as one word. Empty for a value of whole words.
    public internal(set) var prefix = ""
    /// The end of the value's last word, in the form in which words are compared: `temperatur` where
    /// ``PhraseCompiler`` reads `{area}temperatur` as one word. Empty for a value of whole words.
    public internal(set) var suffix = ""

    /// Creates a slot for a value of whole words.
    public init(name: String, type: String?, range: NumberRange? = nil, isHidden: Bool = false) {
        (self.name, self.type, self.range, self.isHidden) = (name, type, range, isHidden)
    }

    /// The type or list when nothing else is declared; for `{name}`, the one with that name.
    public var typeName: String { type ?? name }
}
