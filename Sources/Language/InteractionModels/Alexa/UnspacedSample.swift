import SaybusPhrases

/// Samples in languages that are written without spaces.
enum UnspacedSample {
    /// Returns a sample without the spaces between its slots and letters of such a language: Alexa requires them, but
    /// recognizers do not write them. Nil for a sample without such spaces.
    static func text(of sample: String) -> String? {
        let characters = Array(sample)
        var text = ""
        for (index, character) in characters.enumerated() {
            guard character.isWhitespace else {
                text.append(character)
                continue
            }
            let before = text.last
            let after = characters[index...].first { !$0.isWhitespace }
            let isBesideSlot = before == "}" && isUnspaced(after) || after == "{" && isUnspaced(before)
            if !isBesideSlot { text.append(character) }
        }
        return text == sample ? nil : text
    }

    private static func isUnspaced(_ character: Character?) -> Bool { character.map(Orthography.isSpaceless) == true }
}
