import Foundation

/// The spelling of words without accents, as people type them who do not have the keys.
package enum PlainSpelling {
    private static let twoLetters: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "œ": "oe",
    ]
    private static let others: [Character: String] = ["ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"]

    /// Returns the ways to type a word in lower case without its accents: `kueche` for `küche`, `lumiere` for
    /// `lumière`; none for a word without accents, or of another script than Latin.
    /// - Parameters:
    ///   - word: The word.
    ///   - tag: The language, as a BCP 47 tag. In German, `schon` is another word than `schön`, and no way to type it.
    package static func forms(of word: String, language tag: String) -> [String] {
        // The first bytes of Latin letters with accents, and of the accents themselves.
        guard word.utf8.contains(where: { 0xC3...0xCD ~= $0 }) else { return [] }
        let long = word.map { twoLetters[$0] ?? withoutAccents($0) }.joined()
        let short = word.map(withoutAccents).joined()
        let forms = Language.code(of: tag) == "de" || long == short ? [long] : [short, long]
        return forms.filter { $0 != word }
    }

    private static func withoutAccents(_ character: Character) -> String {
        let scalars = String(character).decomposedStringWithCanonicalMapping.unicodeScalars
        guard let letter = scalars.first, letter.isASCII, scalars.count > 1,
            scalars.dropFirst().allSatisfy({ 0x300...0x36F ~= $0.value })
        else { return others[character] ?? String(character) }
        return String(letter)
    }
}
