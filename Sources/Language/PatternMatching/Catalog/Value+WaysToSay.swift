import SaybusMessages
import SaybusPhrases

extension Catalog.SlotType.Value {
    /// The most ways to say a value that are distinguished.
    static let maximumWays = 1000

    /// The ways to say the value: those listed in `spoken`, else the value itself, and its synonyms.
    public var waysToSay: [String] {
        let listed = spoken.map { spoken in
            spoken.flatMap { text in
                (try? PhraseTemplate(text))?.expression.texts(limit: Self.maximumWays)?.map(\.text) ?? []
            }
        }
        return (listed ?? [value]) + (synonyms ?? [])
    }
}
