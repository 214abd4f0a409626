import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A filter for utterances that share too few words with the patterns, which a model trained from them cannot judge.
struct VocabularyGuard: Sendable {
    /// The minimum share of the words of one of the command's patterns that must be said.
    static let minimumSpokenShare = 0.6
    /// The number of sentences sampled from each pattern.
    static let samplesPerPattern = 8

    /// The words of each command's patterns, `app/type`.
    private let own: [String: Set<String>]
    /// The words of the sampled sentences of each command, `app/type`, in their order, without surrounding words.
    private let patterns: [String: [[String]]]

    init(catalogs: [Catalog]) {
        var (own, patterns): ([String: Set<String>], [String: [[String]]]) = ([:], [:])
        for pattern in catalogs.flatMap(\.commandPatterns) {
            own["\(pattern.app)/\(pattern.command.type)", default: []].formUnion(pattern.expression.words ?? [])
            // Each distinct sampled sentence counts as a pattern.
            let sampler = PhraseSampler { _, _ in "" }
            var generator: any RandomNumberGenerator = SplitMix(seed: 1)
            var sentences: Set<[String]> = []
            for _ in 0..<Self.samplesPerPattern {
                guard let text = sampler.sample(pattern.expression, using: &generator) else { break }
                sentences.insert(
                    Words.tokenize(text).map(\.key).filter { !BackgroundSpeech.surroundingWords.contains($0) })
            }
            patterns["\(pattern.app)/\(pattern.command.type)", default: []] += sentences
        }
        (self.own, self.patterns) = (own, patterns)
    }

    /// Returns the words of a command's patterns, `app/type`.
    func words(of command: String) -> Set<String> { own[command] ?? [] }

    /// Returns whether a text has enough words of a command, and no others that mean something; words of values are
    /// ignored.
    ///
    /// "don't open the door" and "is the door open" have nearly all words of a command, and do not mean it. "Cancel all
    /// alarms" does not mean all timers, nor "close the blinds halfway" all the way. Only another verb at the beginning
    /// may mean the same: "switch the light on".
    /// - Parameter values: The places of the values, in characters. A word that a value covers only in part, such as the
    ///   "don't" of the value "'t need milk", counts as a word outside of it.
    func allows(_ text: String, _ values: [Range<Int>], as command: String) -> Bool {
        let tokens = Words.tokenize(text)
        let outside = tokens.filter { token in
            !values.contains { $0.lowerBound <= token.range.lowerBound && token.range.upperBound <= $0.upperBound }
        }
        let own = words(of: command)
        let foreign = outside.filter { !own.contains($0.key) }
        guard !outside.isEmpty, !isAnother(tokens, foreign) else { return false }
        let said = Set(outside.map(\.key))
        let others = foreign.map(\.key).filter { !Self.isFiller($0) && !Self.isForm($0, of: own) }
        let first = outside.first { !Self.isFiller($0.key) }?.key
        guard others.isEmpty || others == [first] else { return false }
        return (patterns[command] ?? []).contains { words in
            let distinct = Set(words)
            guard !distinct.isEmpty,
                Double(distinct.count { Self.isSaid($0, said) })
                    >= Self.minimumSpokenShare * Double(distinct.count)
            else { return false }
            // The other verb stands for the pattern's, and everything else is said.
            return others.isEmpty
                || words.first.map { verb in
                    !Self.isSaid(verb, said) && distinct.allSatisfy { $0 == verb || Self.isSaid($0, said) }
                } ?? false
        }
    }

    /// Whether a word may be said beside any command.
    private static func isFiller(_ word: String) -> Bool {
        BackgroundSpeech.surroundingWords.contains(word) || BackgroundSpeech.politeWords.contains(word)
            || Language.inUse.functionWords.contains(word)
    }

    private static func isSaid(_ word: String, _ said: Set<String>) -> Bool {
        said.contains(word) || said.contains { isForm($0, of: [word]) }
    }

    /// Whether a word is another form of one of some words, as English forms them: "setting" of "set", "lights" of
    /// "light".
    private static func isForm(_ word: String, of others: Set<String>) -> Bool {
        let stem = stem(word)
        return stem.count > 2 && others.contains { Self.stem($0) == stem }
    }

    private static func stem(_ word: String) -> String {
        for ending in ["ing", "s"] where word.hasSuffix(ending) && word.count > ending.count + 2 {
            let stem = word.dropLast(ending.count)
            // The consonant that is doubled before "ing", and the "e" that is left out, as in "close".
            let isDoubled = ending == "ing" && stem.suffix(2).first == stem.last && stem.count > 3
            return String(isDoubled ? stem.dropLast() : stem.last == "e" ? stem.dropLast() : stem)
        }
        return word.hasSuffix("e") && word.count > 3 ? String(word.dropLast()) : word
    }

    /// Whether words that the command does not have make another sentence of it.
    private func isAnother(_ tokens: [Token], _ foreign: [Token]) -> Bool {
        let numbers = NumberParser()
        // "Good morning" tells no time.
        let greeted = zip(tokens, tokens.dropFirst()).filter { $0.0.key == "good" }.map(\.1)
        if foreign.contains(where: { BackgroundSpeech.changingWords.contains($0.key) && !greeted.contains($0) }) {
            return true
        }
        // "At seven", and the hundred of "a hundred and ten" of which a value has only ten.
        let isNumbered = foreign.contains { token in
            !BackgroundSpeech.surroundingWords.contains(token.key)
                && !BackgroundSpeech.uncountedWords.contains(token.key)
                && !numbers.prefixes(of: [token]).isEmpty
        }
        if isNumbered { return true }
        if tokens.count > 1, BackgroundSpeech.questionVerbs.contains(tokens[0].key),
            BackgroundSpeech.questionPronouns.contains(tokens[1].key), foreign.contains(tokens[0])
        {
            return true
        }
        return zip(tokens, tokens.dropFirst()).contains { before, token in
            token.key == "and" && foreign.contains(token) && !BackgroundSpeech.wordsBeforeAnd.contains(before.key)
        }
    }
}
