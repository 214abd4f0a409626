/// The pronunciation of a word: phones of the model's set.
package struct Pronunciation: Sendable, Hashable {
    /// The phones of the US English model.
    static let phoneSet: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH",
        "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]
    /// The phones that are vowels. Each makes a syllable.
    static let vowels: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW",
    ]
    /// The most phones of a pronunciation.
    static let maximumLength = 60

    package let phones: [String]

    /// The number of vowels, each of which makes a syllable.
    var syllables: Int { phones.count { Self.vowels.contains($0) } }

    /// Creates a pronunciation; nil when there are no or too many phones, or one is not in the set.
    package init?(_ phones: [String]) {
        guard (1...Self.maximumLength).contains(phones.count), phones.allSatisfy(Self.phoneSet.contains) else {
            return nil
        }
        self.phones = phones
    }
}
