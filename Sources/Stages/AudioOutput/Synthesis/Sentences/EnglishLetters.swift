import Foundation

/// The conversion of words to the ASCII characters that an English engine reads.
enum EnglishLetters {
    private static let signs: [Character: String] = [
        "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "–": "-", "—": ", ", "…": ".",
        "°": " degrees", "€": " euros", "£": " pounds", "½": " half", "×": " times", "÷": " divided by",
        "±": " plus minus",
        "²": " squared", "³": " cubed", "æ": "ae", "œ": "oe", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "ð": "d",
        "þ": "th",
        "&": " and ", "@": " at ", "+": " plus ", "=": " equals ", "#": " number ", "µ": " micro",
    ]

    /// Returns the words in ASCII; none when the word has no character that English knows.
    static func words(_ word: String) -> [String] {
        var result = ""
        // An amount is read before its currency.
        for character in word.replacing(/([€£])([0-9]+(?:[.,][0-9]+)*)/, with: { $0.output.2 + $0.output.1 }) {
            if character.isASCII, signs[character] == nil {
                result.append(character)
            } else if let sign = signs[character] {
                result += sign
            } else {
                let plain = String(character).folding(options: .diacriticInsensitive, locale: nil)
                result += plain.allSatisfy(\.isASCII) ? plain : " "
            }
        }
        return result.split(separator: " ").map(String.init)
    }
}
