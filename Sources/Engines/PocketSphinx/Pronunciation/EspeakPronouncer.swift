import SaybusEspeakNG

/// Says how words are pronounced that no dictionary has, by the rules of espeak-ng.
package enum EspeakPronouncer {
    /// The pronunciation of a word; nil when there is no usable one, or espeak-ng has no data.
    ///
    /// Only of Latin letters: of others espeak-ng says their names, `Chinese letter`.
    package static func pronunciation(of word: String) -> Pronunciation? {
        guard !word.isEmpty, word.utf8.count <= 100, !word.utf8.contains(0),
            word.unicodeScalars.allSatisfy({ $0.value < 0x250 })
        else { return nil }
        return EspeakLibrary.shared.use { library in
            library.use(voice: "en-us") ? PhoneMapping.pronunciation(ipa: library.phonemes(of: word)) : nil
        } ?? nil
    }
}
