/// A rough phonetic key of English words: their consonants in classes of similar ones, and a sign for an
/// initial vowel.
///
/// Spellings of the same sound have the same key: `pick a chew` and `pikachu`, `lites` and `lights`, `two` and `to`.
struct SoundKey: Hashable, Sendable {
    /// The consonant classes, one letter each.
    let sounds: [UInt8]

    /// Creates the key of a sequence of words; characters other than letters are ignored.
    init(_ words: some Collection<String>) {
        var key: [UInt8] = []
        var sounds: [UInt8] = []
        // Words are converted one by one, since silent letters depend on the word's edges.
        for (index, word) in words.enumerated() {
            Self.append(word.utf8.filter { 0x61...0x7A ~= $0 }, isLast: index + 1 == words.count, to: &key)
        }
        // Doubled letters are one sound; vowels count only at the very beginning.
        for (index, sound) in key.enumerated() where index == 0 || (sound != Self.vowel && sound != key[index - 1]) {
            sounds.append(sound)
        }
        self.sounds = sounds
    }

    private static let vowel = UInt8(ascii: "a")

    private static func append(_ letters: [UInt8], isLast: Bool, to key: inout [UInt8]) {
        func letter(_ index: Int) -> UInt8 { letters.indices.contains(index) ? letters[index] : 0 }
        func isVowel(_ letter: UInt8) -> Bool { "aeiouy".utf8.contains(letter) }
        // A final d or t after another consonant is hardly audible: next, cold.
        func isDropped(_ index: Int) -> Bool {
            isLast && index > 1 && index + 1 == letters.count && !isVowel(letters[index - 1])
                && letters[index - 1] != UInt8(ascii: "h")
        }
        var index = 0
        while index < letters.count {
            let (own, next) = (letters[index], letter(index + 1))
            var length = 1
            switch (Character(Unicode.Scalar(own)), Character(Unicode.Scalar(next))) {
            case ("a", _), ("e", _), ("i", _), ("o", _), ("u", _), ("y", _): key.append(vowel)
            case ("g", "h"):
                // "gh" is silent in night, f in laugh, g in ghost; it sounds like g only before a vowel.
                if index == 0 || isVowel(letter(index + 2)) { key.append(UInt8(ascii: "k")) }
                length = 2
            case ("k", "n") where index == 0, ("w", "r") where index == 0: break
            case ("p", "h"):
                key.append(UInt8(ascii: "f"))
                length = 2
            case ("c", "h"), ("s", "h"), ("t", "c"):
                key.append(UInt8(ascii: "j"))
                length = own == UInt8(ascii: "t") && letter(index + 2) == UInt8(ascii: "h") ? 3 : 2
            case ("t", "h"):
                key.append(UInt8(ascii: "t"))
                length = 2
            case ("c", "e"), ("c", "i"), ("c", "y"): key.append(UInt8(ascii: "s"))
            case ("c", "k"):
                key.append(UInt8(ascii: "k"))
                length = 2
            case ("c", _), ("q", _), ("g", _), ("k", _): key.append(UInt8(ascii: "k"))
            case ("x", _): key += [UInt8(ascii: "k"), UInt8(ascii: "s")]
            case ("z", _), ("s", _): key.append(UInt8(ascii: "s"))
            case ("d", _) where isDropped(index), ("t", _) where isDropped(index): break
            case ("d", _), ("t", _): key.append(UInt8(ascii: "t"))
            case ("b", _), ("p", _): key.append(UInt8(ascii: "p"))
            case ("v", _), ("f", _): key.append(UInt8(ascii: "f"))
            case ("j", _): key.append(UInt8(ascii: "j"))
            case ("h", _), ("w", _): if index == 0 { key.append(vowel) }
            case ("m", "b") where index + 2 == letters.count:
                key.append(UInt8(ascii: "m"))
                length = 2
            default: key.append(own)
            }
            index += length
        }
    }
}
