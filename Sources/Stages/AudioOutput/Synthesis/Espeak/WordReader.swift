import SaybusEspeakNG

/// A reader of the words in a text at the positions that the library reports. Pure.
///
/// The library also reports digit groups and punctuation that is read aloud. Only positions that begin a run of
/// characters without a space count, so that the words match the written ones.
struct WordReader: Sendable {
    private let characters: [Unicode.Scalar]
    private let isMarkup: Bool
    private let codes: [String: String]
    /// The end of the last word, as a character count.
    private var end = 0

    /// Creates a reader of a part of the text.
    init(_ part: SpeechPart) {
        characters = Array(part.text.unicodeScalars)
        (isMarkup, codes) = (part.isMarkup, part.words)
    }

    /// Returns the words at positions that the library reported, placed from the beginning of the part.
    mutating func words(at places: [EspeakReceiver.WordPosition]) -> [SpokenWord] {
        places.compactMap { place in
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
            return SpokenWord(word, at: max(0, place.sample))
        }
    }

    /// Returns the text from an index to the end of the word, without tags. Small words that the library joins
    /// to the next one are included.
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
