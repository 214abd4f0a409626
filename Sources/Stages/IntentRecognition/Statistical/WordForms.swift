/// Words with their English forms: "setting" is a form of "set", "lights" of "light", "turned" of "turn".
struct WordForms: Sendable {
    /// The words.
    let words: Set<String>
    private let stems: Set<String>

    /// The fewest letters of a stem.
    private static let minimumLetters = 3

    init(_ words: Set<String>) {
        self.words = words
        stems = words.reduce(into: []) { $0.formUnion(Self.stems(of: $1)) }
    }

    /// Returns whether a word is one of the words, or has a form in common with one.
    func contains(_ word: String) -> Bool { words.contains(word) || !stems.isDisjoint(with: Self.stems(of: word)) }

    /// Returns the words of which a word may be a form, with itself.
    private static func stems(of word: String) -> Set<String> {
        var stems: Set<String> = [word]
        func add(_ stem: Substring) { if stem.count >= minimumLetters { stems.insert(String(stem)) } }
        if word.hasSuffix("s"), !word.hasSuffix("ss") { add(word.dropLast()) }
        if word.hasSuffix("es") { add(word.dropLast(2)) }
        for ending in ["ing", "ed"] where word.hasSuffix(ending) {
            let stem = word.dropLast(ending.count)
            add(stem)
            // "Closing" has lost an e, and "setting" has doubled its last consonant.
            if stem.count >= minimumLetters - 1 { stems.insert(stem + "e") }
            if stem.suffix(2).first == stem.last { add(stem.dropLast()) }
        }
        return stems
    }
}
