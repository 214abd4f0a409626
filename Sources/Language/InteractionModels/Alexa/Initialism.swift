import SaybusPhrases

/// Letters that are said one by one, in the spelling that Alexa requires for them: `n. p. r.`.
package enum Initialism {
    /// Returns the other spellings that recognizers have for a text with initialisms: `npr one` for `n. p. r. one`, and
    /// `o j` for `O.J.`. Spellings with the words of the text itself are left out.
    package static func spellings(of text: String) -> [String] {
        guard text.contains(".") else { return [] }
        var (apart, together) = ([String](), [String]())
        var rest = text.split(whereSeparator: \.isWhitespace)[...]
        while let first = rest.first {
            let pieces = rest.prefix { !letters(of: $0).isEmpty }
            let spelled = pieces.flatMap { letters(of: $0) }
            if spelled.count > 1 {
                apart += spelled
                together.append(spelled.joined())
                rest = rest.dropFirst(pieces.count)
            } else {
                apart.append(String(first))
                together.append(String(first))
                rest = rest.dropFirst()
            }
        }
        let words = Words.normalize(text)
        return [apart, together].map { $0.joined(separator: " ") }.filter { Words.normalize($0) != words }
    }

    /// Returns the synonyms of a value with these spellings of it and of its own synonyms; nil for none.
    package static func synonyms(of value: String, _ own: [String]) -> [String]? {
        let all = own + ([value] + own).flatMap { spellings(of: $0) }
        return all.isEmpty ? nil : all
    }

    /// Returns the letters in a part of a text such as `n.`, `N.P.R.` or `r.'s`; none for other text.
    private static func letters(of piece: Substring) -> [String] {
        let possessive = piece.hasSuffix("'s") ? "'s" : ""
        let text = piece.dropLast(possessive.count)
        let isSpelled = text.enumerated().allSatisfy { place, character in
            place.isMultiple(of: 2) ? character.isLetter : character == "."
        }
        guard isSpelled, text.last == "." else { return [] }
        var letters = text.filter { $0 != "." }.map { String($0) }
        letters[letters.count - 1] += possessive
        return letters
    }
}
