import SaybusMessages
import SaybusPhrases

extension Catalog.SlotType.Value {
    /// The most ways to say a value that are distinguished.
    static let maximumWays = 1000

    /// The ways to say the value: those listed in `spoken`, else the value itself, and its synonyms.
    public var waysToSay: [String] { meanings.map(\.words) }

    /// The ways to say the value, each with what it means: the number or the text of the value, or what a way maps its
    /// words to.
    package var meanings: [(words: String, value: Parameter.Value)] {
        let own = number.map { Parameter.Value.number($0) } ?? .text(value)
        let listed = spoken.map { spoken in
            spoken.flatMap { text in
                ((try? PhraseTemplate(text))?.expression.texts(limit: Self.maximumWays) ?? []).map { way in
                    (words: way.text, value: way.value.map { Parameter.Value.text($0) } ?? own)
                }
            }
        }
        return (listed ?? [(words: value, value: own)]) + (synonyms ?? []).map { (words: $0, value: own) }
    }
}
