import SaybusMessages
import SaybusPhrases
import SaybusSkills

/// Finds which values of a type words stand for: by a value's name, or one of its synonyms.
struct EntityResolver: Sendable {
    /// The values by their words, for each type.
    private let types: [String: [String: [Resolutions.Value]]]
    /// The beginning of the name under which what is found here is told.
    private let authority: String

    /// Creates a resolver of the values of types.
    /// - Parameter authority: The beginning of the authority's name; the type's name is added.
    init(_ types: [Catalog.SlotType], authority: String) {
        self.authority = authority
        var found: [String: [String: [Resolutions.Value]]] = [:]
        for type in types where !type.values.isEmpty {
            var values: [String: [Resolutions.Value]] = [:]
            for value in type.values {
                let entity = Resolutions.Value(name: value.value, id: value.id ?? "")
                for words in Set(([value.value] + (value.synonyms ?? [])).map(Self.key)) where !words.isEmpty {
                    values[words, default: []].append(entity)
                }
            }
            found[type.name] = values
        }
        self.types = found
    }

    /// What words stand for; nil when the type has no list of values here.
    func resolution(of words: String, type: String) -> Resolutions.Resolution? {
        guard let values = types[type] else { return nil }
        let name = authority + type
        guard let found = values[Self.key(words)] else {
            return Resolutions.Resolution(authority: name, status: .init(code: .noMatch))
        }
        return Resolutions.Resolution(
            authority: name, status: .init(code: .match), values: found.map { .init(value: $0) })
    }

    /// What words are compared by: punctuation, capitals and the kind of apostrophe mean nothing.
    static func key(_ words: String) -> String {
        Words.normalize(words).map { Words.key(of: $0) }.joined(separator: " ")
    }
}
