/// The forms of English words: "setting" of "set", "lights" of "light", "turned" of "turn".
enum WordForms {
    /// The fewest letters of a stem.
    private static let leastLetters = 3

    /// Returns whether a word has a form in common with one of some words.
    static func have(_ word: String, one of: Set<String>) -> Bool {
        guard !of.contains(word) else { return true }
        let stems = stems(of: word)
        return of.contains { !stems.isDisjoint(with: Self.stems(of: $0)) }
    }

    /// Returns the words of which a word may be a form, with itself.
    private static func stems(of word: String) -> Set<String> {
        var stems: Set<String> = [word]
        func add(_ stem: Substring) { if stem.count >= leastLetters { stems.insert(String(stem)) } }
        if word.hasSuffix("s"), !word.hasSuffix("ss") { add(word.dropLast()) }
        if word.hasSuffix("es") { add(word.dropLast(2)) }
        for ending in ["ing", "ed"] where word.hasSuffix(ending) {
            let stem = word.dropLast(ending.count)
            add(stem)
            // "Closing" has lost an e, and "setting" has doubled its last consonant.
            if stem.count >= leastLetters - 1 { stems.insert(stem + "e") }
            if stem.suffix(2).first == stem.last { add(stem.dropLast()) }
        }
        return stems
    }
}
