/// The words that tell options apart.
public struct OptionWords: Sendable {
    /// The option of each word that only one option has, by the word's key.
    let marks: [String: Int]
    /// The options that a whole name, or a word of one, may mean, by the keys of its words. A whole name means its own
    /// option only, also where its words are in another name: `blue` beside `dark blue`.
    public let names: [[String]: Set<Int>]
    /// The keys of the words that may stand around a name and add nothing to it.
    private let fillers: Set<String>
    /// The keys of the words of all names.
    private let nameWords: Set<String>
    private let orthography: Orthography

    /// Finds the words of options.
    /// - Parameters:
    ///   - names: The names of each option: its label and its aliases.
    ///   - language: The language of the names.
    public init(_ names: [[String]], in language: Language = .inUse) {
        let words = language.questionWords
        let orthography = language.orthography
        self.orthography = orthography
        let meaningless = Set(
            (words.beforeValue + words.afterValue + words.corrections + words.negations).flatMap {
                Words.tokenize($0, orthography: orthography).map(\.key)
            }
        ).union(orthography.elisions)
        var options: [String: Set<Int>] = [:]
        for (index, names) in names.enumerated() {
            for key in names.flatMap({ Words.tokenize($0, orthography: orthography).map(\.key) })
            where !language.functionWords.contains(key) && !meaningless.contains(key) {
                options[key, default: []].insert(index)
            }
        }
        marks = options.compactMapValues { $0.count == 1 ? $0.first : nil }
        var meant: [[String]: Set<Int>] = [:]
        for (index, names) in names.enumerated() {
            for name in names {
                let keys = Words.tokenize(name, orthography: orthography).map(\.key)
                // A name without a word that means something would be found in any sentence.
                guard keys.contains(where: { options[$0] != nil }) else { continue }
                meant[keys, default: []].insert(index)
            }
        }
        for (key, indices) in options where meant[[key]] == nil { meant[[key]] = indices }
        let typed = Self.withoutAccents(meant, language.numbers.language).filter { name, _ in
            // "Té" without its accent is a word of any sentence in Spanish.
            name.contains { !language.functionWords.contains($0) && !meaningless.contains($0) }
        }
        self.names = meant.merging(typed) { own, _ in own }
        fillers = language.functionWords.union(meaningless)
        nameWords = Set(self.names.keys.joined())
    }

    /// Returns whether a text has no words besides those of names, and those that add nothing to them: "the red one,
    /// please", but not "turn off the red lamp".
    public func makeUp(_ text: String) -> Bool {
        Words.tokenize(text, orthography: orthography).allSatisfy {
            fillers.contains($0.key) || nameWords.contains($0.key)
        }
    }

    /// Returns the names that have accents, as people type them without accents.
    private static func withoutAccents(_ names: [[String]: Set<Int>], _ tag: String) -> [[String]: Set<Int>] {
        var typed: [[String]: Set<Int>] = [:]
        for (name, options) in names {
            let forms = name.map { PlainSpelling.forms(of: $0, language: tag) }
            let spellings: Set<[String]> = [
                zip(name, forms).map { $1.first ?? $0 }, zip(name, forms).map { $1.last ?? $0 },
            ]
            for spelling in spellings where spelling != name { typed[spelling, default: []].formUnion(options) }
        }
        return typed
    }
}
