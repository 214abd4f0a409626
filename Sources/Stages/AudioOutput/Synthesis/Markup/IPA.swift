/// Conversion of English sounds from the International Phonetic Alphabet to espeak-ng's phoneme codes.
enum IPA {
    private static let codes: [String: String] = [
        "tʃ": "tS", "dʒ": "dZ", "eɪ": "eI", "aɪ": "aI", "ɔɪ": "OI", "aʊ": "aU", "oʊ": "oU", "əʊ": "oU", "ɪə": "i@",
        "eə": "e@", "ɛə": "e@", "ʊə": "U@", "ɑː": "A:", "ɔː": "O:", "iː": "i:", "uː": "u:", "ɜː": "3:", "ɡ": "g",
        "ɹ": "r",
        "ʃ": "S", "ʒ": "Z", "θ": "T", "ð": "D", "ŋ": "N", "ʔ": "?", "ɾ": "t#", "ɫ": "l", "æ": "a", "ɑ": "A:", "ɒ": "0",
        "ɔ": "O:", "ə": "@", "ɚ": "3", "ɜ": "3:", "ɝ": "3:", "ɛ": "E", "e": "E", "ɪ": "I", "i": "i", "ʊ": "U",
        "u": "u:",
        "ʌ": "V", "ɐ": "a#", "a": "a", "o": "oU", "ˈ": "'", "ˌ": ",", "'": "'", ".": "", "ː": ":", " ": "",
    ]
    private static let plain = Set("bdfghjklmnprstvwxz")

    /// Returns the codes of a word; nil when a sound has none, and for marks without a sound.
    static func codes(_ word: String) -> String? {
        // The tie bar of affricates is ignored.
        let characters = Array(word.unicodeScalars.filter { $0 != "\u{361}" }.map { String($0) })
        guard !characters.isEmpty, characters.count <= 100 else { return nil }
        var result = ""
        var place = 0
        while place < characters.count {
            let pair = characters[place..<min(place + 2, characters.count)].joined()
            if let code = codes[pair], place + 1 < characters.count {
                result += code
                place += 2
            } else if let code = codes[characters[place]] {
                result += code
                place += 1
            } else if plain.contains(Character(characters[place])) {
                result += characters[place]
                place += 1
            } else {
                return nil
            }
        }
        return result.contains { !"',:".contains($0) } ? result : nil
    }

    /// Returns codes in the engine's own alphabet; nil for other alphabets and for characters that would end
    /// the codes.
    static func filtered(_ alphabet: String?, _ codes: String) -> String? {
        guard alphabet == "espeak", !codes.isEmpty, codes.count <= 100,
            codes.allSatisfy({ $0.isASCII && !"[]<>&".contains($0) && !$0.isWhitespace })
        else { return nil }
        return codes
    }
}
