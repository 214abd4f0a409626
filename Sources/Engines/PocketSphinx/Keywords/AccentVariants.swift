/// Pronunciations that the US English dictionary lacks: American ones with a flapped t between vowels, and British
/// ones without the final r.
///
/// Of 21 utterances of a wake word that were missed with the dictionary's pronunciations alone, 5 were found with
/// these.
enum AccentVariants {
    private static let vowels: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
    ]

    /// Returns the given pronunciations followed by their variants, each once.
    static func adding(to ways: [Pronunciation]) -> [Pronunciation] {
        var all = ways
        for way in ways {
            for phones in [softened(way.phones), withoutFinalR(way.phones)] {
                if let variant = Pronunciation(phones), !all.contains(variant) { all.append(variant) }
            }
        }
        return all
    }

    private static func softened(_ phones: [String]) -> [String] {
        phones.indices.map { index in
            let isBetweenVowels =
                index > 0 && index + 1 < phones.count && vowels.contains(phones[index - 1])
                && vowels.contains(phones[index + 1])
            return phones[index] == "T" && isBetweenVowels ? "D" : phones[index]
        }
    }

    private static func withoutFinalR(_ phones: [String]) -> [String] {
        phones.last == "ER" ? phones.dropLast() + ["AH"] : phones
    }
}
