import SaybusEspeakNG

/// Pronunciations by espeak-ng's rules, for words that are not in a dictionary.
package enum EspeakPronouncer {
    /// Returns the pronunciation of a word; nil when there is no usable one, or espeak-ng's data is missing.
    ///
    /// Only for words in Latin letters: espeak-ng names others, such as `Chinese letter`.
    package static func pronunciation(of word: String) -> Pronunciation? {
        guard !word.isEmpty, word.utf8.count <= 100, !word.utf8.contains(0),
            word.unicodeScalars.allSatisfy({ $0.value < 0x250 })
        else { return nil }
        return EspeakLibrary.shared.use { library in
            library.use(voice: "en-us") ? PhoneMapping.pronunciation(ipa: library.phonemes(of: word)) : nil
        } ?? nil
    }
}
