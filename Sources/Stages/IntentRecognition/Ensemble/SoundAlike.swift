import SaybusPhrases

/// The decision whether said words may be misheard ones, where both have the same ``SoundKey``. Pure.
enum SoundAlike {
    /// The minimum number of sounds of a replaceable text; shorter texts sound like too many others.
    static let minimumSounds = 2
    /// The number of sounds from which a text counts as the one that was meant, whatever its vowels.
    private static let distinctSounds = 3
    /// The minimum similarity of the letters, since the phonetic key alone is too rough.
    private static let minimumSimilarity = 0.4
    private static let numbers = NumberParser()
    /// The words that join the parts of a sentence or of a date, and are said far more often than a number is misheard.
    private static let linkingWords = Language.inUse.functionWords.union(Language.inUse.times.links)

    /// Returns the key of words; nil when it has too few sounds, or leaves out a word: a digit, or a word in
    /// another alphabet.
    static func key(_ words: [String]) -> SoundKey? {
        let areHeard = words.allSatisfy { word in
            !word.utf8.contains { 0x30...0x39 ~= $0 } && word.utf8.contains { 0x61...0x7A ~= $0 }
        }
        guard areHeard else { return nil }
        let key = SoundKey(words)
        return key.sounds.count >= minimumSounds ? key : nil
    }

    /// Returns whether words of the same key may stand for others: their letters are similar, and no word is lost that
    /// changes the meaning.
    ///
    /// The key has no vowels, so that of "door why" and of "door" is the same.
    static func mayStand(_ said: [String], for meant: [String]) -> Bool {
        // Only the spaces are others.
        if said.joined() == meant.joined() { return true }
        let lost = Set(said).subtracting(meant)
        guard lost.isDisjoint(with: BackgroundSpeech.negations),
            !lost.contains(where: { isNumber($0) && !BackgroundSpeech.uncountedWords.contains($0) })
        else { return false }
        // "Two hundred on Friday" is no "two hundred one".
        if meant.allSatisfy(isNumber), !lost.isDisjoint(with: linkingWords) { return false }
        // A single word was misheard, as "whether" for "weather".
        guard said.count == 1 || lost.isDisjoint(with: BackgroundSpeech.changingWords) else { return false }
        return similarity(said.joined(), meant.joined()) >= minimumSimilarity
    }

    /// Returns whether words that may stand for others may as well stand for many more: of two sounds, with other
    /// vowels. A bat is no bed.
    static func isDoubtful(_ said: [String], for meant: [String], _ key: SoundKey) -> Bool {
        key.sounds.count < distinctSounds && vowels(of: said) != vowels(of: meant)
    }

    private static func vowels(of words: [String]) -> [UInt8] {
        words.joined().utf8.filter { "aeiou".utf8.contains($0) }
    }

    /// Returns whether a word is a number, or may be one: `one`, `second`.
    static func isNumber(_ word: String) -> Bool {
        !BackgroundSpeech.surroundingWords.contains(word)
            && !numbers.prefixes(of: [Token(text: word, range: 0..<word.count)]).isEmpty
    }

    /// Returns the similarity of two texts: 1 minus the edit distance relative to the longer text.
    private static func similarity(_ first: String, _ second: String) -> Double {
        let (a, b) = (Array(first.utf8), Array(second.utf8))
        var previous = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var current = [row + 1]
            for (column, other) in b.enumerated() {
                current.append(
                    min(previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return 1 - Double(previous[b.count]) / Double(max(1, a.count, b.count))
    }
}
