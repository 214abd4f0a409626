/// The mapping of the International Phonetic Alphabet, as espeak-ng writes American English, to the model's phones.
package enum PhoneMapping {
    private static let phones: [String: [String]] = [
        // Vowels.
        "æ": ["AE"], "a": ["AA"], "aː": ["AA"], "ɑː": ["AA"], "ɑ": ["AA"], "ɒ": ["AA"], "ɔː": ["AO"], "ɔ": ["AO"],
        "oː": ["AO"], "ʌ": ["AH"], "ə": ["AH"], "ɐ": ["AH"], "ɚ": ["ER"], "ɜː": ["ER"], "ɜ": ["ER"], "ɝ": ["ER"],
        "ɪ": ["IH"], "ᵻ": ["IH"], "i": ["IY"], "iː": ["IY"], "ʊ": ["UH"], "u": ["UW"], "uː": ["UW"], "ɛ": ["EH"],
        "ɛː": ["EH"], "e": ["EH"], "eː": ["EY"], "o": ["OW"], "eɪ": ["EY"], "aɪ": ["AY"], "aʊ": ["AW"], "oʊ": ["OW"],
        "əʊ": ["OW"], "ɔɪ": ["OY"], "iə": ["IY", "AH"], "ɪə": ["IH", "AH"], "n̩": ["AH", "N"], "l̩": ["AH", "L"],
        "m̩": ["AH", "M"], "y": ["UW"], "ø": ["ER"], "œ": ["ER"],
        // Consonants.
        "p": ["P"], "b": ["B"], "t": ["T"], "d": ["D"], "k": ["K"], "ɡ": ["G"], "g": ["G"], "f": ["F"], "v": ["V"],
        "θ": ["TH"], "ð": ["DH"], "s": ["S"], "z": ["Z"], "ʃ": ["SH"], "ʒ": ["ZH"], "h": ["HH"], "m": ["M"], "n": ["N"],
        "ŋ": ["NG"], "l": ["L"], "ɫ": ["L"], "ɹ": ["R"], "r": ["R"], "j": ["Y"], "w": ["W"], "ʍ": ["W"], "tʃ": ["CH"],
        "dʒ": ["JH"], "ɾ": ["T"], "ʔ": ["T"], "x": ["K"], "ç": ["HH"], "ɬ": ["L"], "ɲ": ["N", "Y"],
    ]
    /// Stress marks, ties and separators, which are ignored.
    private static let marks: Set<Unicode.Scalar> = ["ˈ", "ˌ", "‿", "͡", "_", " ", "\u{200D}", "-"]
    private static let maximumKeyLength = 3

    /// Returns the pronunciation; nil when it is empty, or has a sound that English lacks.
    package static func pronunciation(ipa: String) -> Pronunciation? {
        let symbols = ipa.unicodeScalars.filter { !marks.contains($0) }.map(String.init)
        var result: [String] = []
        var position = 0
        while position < symbols.count {
            let lengths = (1...min(maximumKeyLength, symbols.count - position)).reversed()
            // The longest match wins: a diphthong, an affricate or a long vowel is one sound.
            guard let length = lengths.first(where: { phones[symbols[position..<position + $0].joined()] != nil })
            else {
                // A length mark is skipped after a sound that is mapped without it.
                guard symbols[position] == "ː", !result.isEmpty else { return nil }
                position += 1
                continue
            }
            result += phones[symbols[position..<position + length].joined()] ?? []
            position += length
        }
        return Pronunciation(result)
    }
}
