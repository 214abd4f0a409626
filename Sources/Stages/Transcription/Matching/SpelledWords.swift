import SaybusPhrases

/// Digits and abbreviations as words. Whisper writes `12` and `Dr.`, and grammars have `twelve` and `doctor`.
enum SpelledWords {
    /// The words for English abbreviations. A "Dr." is a doctor far more often than a drive.
    private static let abbreviations = [
        "dr": "doctor", "mr": "mister", "mrs": "missus", "prof": "professor", "vs": "versus",
    ]

    /// Returns the words with digits and abbreviations spelled out, except those that a grammar has so.
    static func spelled(_ words: [String], keeping known: [String: Int]) -> [String] {
        let isEnglish = Language.inUse.numbers.language.hasPrefix("en")
        return words.flatMap { word -> [String] in
            guard known[word] == nil else { return [word] }
            if isEnglish, let spoken = abbreviations[word] { return [spoken] }
            guard let number = Int(word.filter { $0 != "," }) else { return [word] }
            return spelled(number, Language.inUse.numbers) ?? [word]
        }
    }

    /// Returns a number in words; nil when the language has no words for it, or it is not from 0 to 999 999.
    static func spelled(_ number: Int, _ vocabulary: NumberVocabulary) -> [String]? {
        switch number {
        case 0..<20: return word(number, vocabulary.units).map { [$0] }
        case 20..<100:
            guard let ten = word(number / 10 * 10, vocabulary.tens) else { return nil }
            if number % 10 == 0 { return [ten] }
            return word(number % 10, vocabulary.units).map { [ten, $0] }
        case 100..<1000:
            guard let first = spelled(number / 100, vocabulary), let hundred = vocabulary.hundreds.min() else {
                return nil
            }
            if number % 100 == 0 { return first + [hundred] }
            return spelled(number % 100, vocabulary).map { first + [hundred] + $0 }
        case 1000..<1_000_000:
            guard let first = spelled(number / 1000, vocabulary),
                let thousand = vocabulary.scales.filter({ $0.value == 1000 }).keys.min()
            else { return nil }
            if number % 1000 == 0 { return first + [thousand] }
            return spelled(number % 1000, vocabulary).map { first + [thousand] + $0 }
        default: return nil
        }
    }

    /// Returns the longest word for a value: `zero`, not `oh`.
    private static func word(_ value: Int, _ table: [String: Int]) -> String? {
        table.filter { $0.value == value }.keys.max { ($0.count, $1) < ($1.count, $0) }
    }
}
