/// Pronunciations that the US English dictionary lacks: American ones with a flapped t between vowels, and those of
/// England, Australia and other countries, where an r is spoken before vowels only (non-rhotic accents).
package enum AccentVariants {
    /// Returns the given pronunciations of a wake word followed by their variants, each once.
    ///
    /// Of 21 utterances of a wake word that were missed with the dictionary's pronunciations alone, 5 were found with
    /// these.
    static func adding(to ways: [Pronunciation]) -> [Pronunciation] {
        append(to: ways) { [softened($0.phones), withoutFinalR($0.phones)] }
    }

    /// Returns the given pronunciations of a grammar's word followed by their non-rhotic variants, each once.
    ///
    /// Of 67 commands that a synthesizer spoke with the accent of England, 21 were understood with the dictionary's
    /// pronunciations alone, and 31 with these; of 268 spoken with American accents by four voices, 208 and 210.
    package static func addingNonRhotic(to ways: [Pronunciation]) -> [Pronunciation] {
        append(to: ways) { [nonRhotic($0.phones)] }
    }

    private static func append(
        to ways: [Pronunciation], _ variants: (Pronunciation) -> [[String]]
    ) -> [Pronunciation] {
        var all = ways
        for phones in ways.lazy.flatMap(variants) {
            if let variant = Pronunciation(phones), !all.contains(variant) { all.append(variant) }
        }
        return all
    }

    private static func softened(_ phones: [String]) -> [String] {
        phones.indices.map { index in
            let isBetweenVowels =
                index > 0 && index + 1 < phones.count && Pronunciation.vowels.contains(phones[index - 1])
                && Pronunciation.vowels.contains(phones[index + 1])
            return phones[index] == "T" && isBetweenVowels ? "D" : phones[index]
        }
    }

    private static func withoutFinalR(_ phones: [String]) -> [String] {
        phones.last == "ER" ? phones.dropLast() + ["AH"] : phones
    }

    private static func nonRhotic(_ phones: [String]) -> [String] {
        phones.indices.flatMap { index -> [String] in
            let phone = phones[index]
            let isBeforeVowel = index + 1 < phones.count && Pronunciation.vowels.contains(phones[index + 1])
            switch phone {
            case "ER" where !isBeforeVowel: return ["AH"]
            case "R" where !isBeforeVowel && index > 0 && Pronunciation.vowels.contains(phones[index - 1]):
                // "Near", "square" and "cure" end with a neutral vowel; other long vowels stay alone.
                return ["IH", "EH", "UH"].contains(phones[index - 1]) ? ["AH"] : []
            default: return [phone]
            }
        }
    }
}
