import Foundation

/// The conversion of words to the ASCII characters that an English engine reads.
enum EnglishLetters {
    private static let signs: [Character: String] = [
        "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "–": "-", "—": ", ", "…": ".",
        "°": " degrees", "€": " euros", "£": " pounds", "¥": " yen", "¢": " cents", "−": "-", "×": " times",
        "÷": " divided by", "±": " plus minus", "²": " squared", "³": " cubed", "æ": "ae", "œ": "oe", "ß": "ss",
        "ø": "o", "Ø": "O", "ł": "l", "ð": "d", "þ": "th", "&": " and ", "@": " at ", "+": " plus ", "=": " equals ",
        "#": " number ", "µ": " micro", "™": "",
    ]
    private static let fractions: [Character: String] = [
        "½": "a half", "⅓": "a third", "⅔": "two thirds", "¼": "a quarter", "¾": "three quarters", "⅛": "an eighth",
    ]

    /// Returns the words in ASCII; none when the word has no character that English knows.
    /// - Parameters:
    ///   - word: The word.
    ///   - followsNumber: Whether a number stands before the word, to which a fraction is added.
    static func words(_ word: String, followsNumber: Bool = false) -> [String] {
        var result = ""
        var (followsNumber, followsSign) = (followsNumber, false)
        for character in inSpokenOrder(word) {
            let text: String
            if let fraction = fractions[character] {
                text = (followsNumber ? " and " : " ") + fraction
            } else if let sign = signs[character] {
                text = sign
            } else if character.isASCII {
                text = String(character)
            } else {
                let plain = String(character).decomposedStringWithCompatibilityMapping
                    .folding(options: .diacriticInsensitive, locale: nil)
                text = plain.allSatisfy(\.isASCII) ? plain : " "
            }
            // The word of a sign is not joined to the next one.
            if followsSign, let first = text.first, first.isLetter || first.isNumber { result += " " }
            result += text
            followsSign = text.count > 1 && text.first == " "
            followsNumber = character.wholeNumberValue != nil
        }
        return result.split(separator: " ").map(String.init)
    }

    /// Returns a word with amounts before their currencies, and with the names of temperature scales.
    private static func inSpokenOrder(_ word: String) -> String {
        let amounts = word.replacing(/([€£¥])([0-9]+(?:[.,][0-9]+)*)/, with: { $0.output.2 + $0.output.1 })
        guard amounts.contains(where: { "°℃℉".contains($0) }) else { return amounts }
        let degrees = amounts.replacing("℃", with: "°C").replacing("℉", with: "°F")
        let celsius = degrees.replacing(/°C(?![A-Za-z])/, with: "° Celsius")
        return celsius.replacing(/°F(?![A-Za-z])/, with: "° Fahrenheit")
    }
}
