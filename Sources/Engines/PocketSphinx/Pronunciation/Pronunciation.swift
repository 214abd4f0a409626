/// How a word is said: phones of the model's set.
package struct Pronunciation: Sendable, Hashable {
    /// The phones of the US English model.
    package static let phoneSet: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH",
        "K",
        "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]
    /// Those of them that a syllable is built on.
    private static let vowels: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
    ]
    /// No word is longer; what is, is no pronunciation.
    static let maximumLength = 60

    package let phones: [String]

    /// How many syllables it has.
    var syllables: Int { phones.count { Self.vowels.contains($0) } }

    /// Nil when there is no phone, there are too many, or one is not in the set.
    package init?(_ phones: [String]) {
        guard (1...Self.maximumLength).contains(phones.count), phones.allSatisfy(Self.phoneSet.contains) else {
            return nil
        }
        self.phones = phones
    }
}
