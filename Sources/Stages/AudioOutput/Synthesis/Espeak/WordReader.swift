import SaybusEspeakNG

/// Reads the words out of a text at the places that the library tells. Pure.
///
/// It tells of more than words: each digit group of a number, punctuation that is read aloud. Only what begins a run of characters without a
/// space counts here, so that the words are those that people see.
struct WordReader: Sendable {
    private var characters: [Unicode.Scalar] = []
    private var isMarkup = false
    private var codes: [String: String] = [:]
    /// Where the last word ended, as a number of characters.
    private var end = 0
    /// Samples of the parts before, and of this one.
    private var before = 0
    private var samples = 0

    /// A new part of the text.
    mutating func begin(_ part: SpeechPart) {
        characters = Array(part.text.unicodeScalars)
        (isMarkup, codes) = (part.isMarkup, part.words)
        (before, samples, end) = (before + samples, 0, 0)
    }

    /// The words at these places; so many samples came with them.
    mutating func words(at places: [EspeakJob.WordPlace], samples count: Int) -> [SpokenWord] {
        defer { samples += count }
        return places.compactMap { place in
            guard place.text > end, place.text <= characters.count else { return nil }
            let begin = end
            end = place.text - 1
            while end < characters.count, !isGap(end) { end += 1 }
            let text = text(from: begin)
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
            var word = text
            if isMarkup {
                for (code, plain) in codes { word.replace(code, with: plain) }
                for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
                    word.replace(entity, with: character)
                }
            }
            return SpokenWord(word, at: before + max(0, place.sample))
        }
    }

    /// What stands from there to the end of the word, without tags: small words that the library joins to others stand before it.
    private func text(from begin: Int) -> String {
        var runs: [String.UnicodeScalarView] = []
        var isInRun = false
        var isInTag = false
        for character in characters[begin..<end] {
            if isMarkup, character == "<" { isInTag = true }
            if character.properties.isWhitespace || isInTag {
                isInRun = false
            } else {
                if !isInRun { runs.append(String.UnicodeScalarView()) }
                isInRun = true
                runs[runs.count - 1].append(character)
            }
            if isMarkup, character == ">" { isInTag = false }
        }
        return runs.map { String($0) }.joined(separator: " ")
    }

    private func isGap(_ index: Int) -> Bool {
        let character = characters[index]
        return character.properties.isWhitespace || isMarkup && (character == "<" || character == ">")
    }
}
