import SaybusPhrases

/// Numbers for the sentences of a prompt, a different one for each place.
///
/// A number that comes several times in the prompt is written for others, too: with "to nought degrees" in it,
/// `tiny.en` wrote just that for "to nine degrees". Of 44 commands with a number, by four synthesized voices, 33 were
/// right. With different small numbers in the prompt all were, and of 24 others, which were not used to choose them, 22
/// instead of 23. Without any number 42 of the 44 were, but "wake me at" became "wake me up".
struct PromptNumbers {
    /// The numbers; as small as hours, so that times can have them, too.
    private static let values = [10, 7, 12, 3, 11, 5]

    private let automaton: WordAutomaton
    /// The words that are replaced.
    private let replaced: Set<String>
    /// The words of ``values``.
    private let words: [String]
    /// The place of the next number in ``words``, plus a multiple of their count.
    private var next = 0

    /// Creates the numbers of a prompt.
    /// - Parameters:
    ///   - automaton: The sentences that may be in the prompt.
    ///   - vocabulary: The number words of the language.
    init(for automaton: WordAutomaton, _ vocabulary: NumberVocabulary) {
        self.automaton = automaton
        replaced = Set(vocabulary.units.keys).union(vocabulary.tens.keys)
        words = Self.values.compactMap { value in
            let spelled = SpelledWords.spelled(value, vocabulary) ?? []
            return spelled.count == 1 ? spelled[0] : nil
        }
    }

    /// Returns a sentence with the next numbers in place of its own, where that is a sentence, too.
    mutating func replacingNumbers(in sentence: [String]) -> [String] {
        var result = sentence
        for place in sentence.indices where replaced.contains(sentence[place]) {
            for step in words.indices {
                var other = result
                other[place] = words[(next + step) % words.count]
                guard automaton.accepts(other) else { continue }
                (result, next) = (other, next + step + 1)
                break
            }
        }
        return result
    }
}
