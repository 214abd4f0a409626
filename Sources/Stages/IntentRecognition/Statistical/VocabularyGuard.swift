import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A filter for utterances that have too few words of a command's patterns, or others that mean something. A model
/// trained from the patterns cannot judge them.
struct VocabularyGuard: Sendable {
    /// The minimum share of the words of one of the command's patterns that must be said.
    static let minimumSpokenShare = 0.6
    /// The number of sentences sampled from each pattern.
    static let samplesPerPattern = 8

    /// The words of each command's patterns, `app/type`.
    private let own: [String: WordForms]
    /// The sampled sentences of each command, `app/type`.
    private let patterns: [String: [Sentence]]
    /// The commands in other languages than English, `app/type`: of their words it is not known which ones are small.
    private let foreignCommands: Set<String>

    /// A sampled sentence of a pattern.
    private struct Sentence: Sendable {
        /// The words in their order, without surrounding words.
        let words: [String]
        /// The parameters that the pattern needs.
        let needed: Set<String>
    }

    private static let likeVerbs = BackgroundSpeech.likeVerbs.map(WordForms.init)

    init(catalogs: [Catalog]) {
        var (own, patterns): ([String: Set<String>], [String: [Sentence]]) = ([:], [:])
        let foreign = catalogs.filter { !$0.isEnglish }
        foreignCommands = Set(foreign.flatMap { catalog in catalog.commands.map { "\(catalog.app)/\($0.type)" } })
        for pattern in catalogs.flatMap(\.commandPatterns) {
            let name = "\(pattern.app)/\(pattern.command.type)"
            own[name, default: []].formUnion(pattern.expression.words ?? [])
            // Each distinct sampled sentence counts as a pattern.
            let sampler = PhraseSampler { _, _ in "" }
            var generator: any RandomNumberGenerator = SplitMix(seed: 1)
            var sentences: Set<[String]> = []
            // So many that a sentence without the optional words is among them: all of its words must be said.
            let count = foreignCommands.contains(name) ? 8 * Self.samplesPerPattern : Self.samplesPerPattern
            for _ in 0..<count {
                guard let text = sampler.sample(pattern.expression, using: &generator) else { break }
                let left =
                    foreignCommands.contains(name) ? BackgroundSpeech.ownFillers : BackgroundSpeech.surroundingWords
                sentences.insert(Words.tokenize(text).map(\.key).filter { !left.contains($0) })
            }
            let needed = pattern.neededParameters
            patterns[name, default: []] += sentences.map { Sentence(words: $0, needed: needed) }
        }
        (self.own, self.patterns) = (own.mapValues(WordForms.init), patterns)
    }

    /// Returns the words of a command's patterns, `app/type`.
    func words(of command: String) -> Set<String> { own[command]?.words ?? [] }

    /// Returns whether a text has enough words of a command, and no others that mean something; words of values are
    /// ignored.
    ///
    /// "don't open the door" and "is the door open" have nearly all words of a command, and do not mean it. "Cancel all
    /// alarms" does not mean all timers, nor "close the blinds halfway" all the way. Only the verb at the beginning may
    /// be another one with the same meaning: "switch the light on". In other languages than English, all words of a
    /// sentence must be said, in any order. A pattern whose parameters are missing is not meant: "set the volume" is
    /// not "turn it up", although a command may have both patterns.
    /// - Parameters:
    ///   - text: The text.
    ///   - values: The places of the values, in characters. A word that a value covers only in part, such as the
    ///     "don't" of the value "'t need milk", counts as a word outside of it.
    ///   - parameters: The parameters that were found; nil means all.
    ///   - command: The command, `app/type`.
    func allows(
        _ text: String, _ values: [Range<Int>], with parameters: Set<String>? = nil, as command: String
    ) -> Bool {
        let tokens = Words.tokenize(text)
        let outside = tokens.filter { token in
            !values.contains { $0.lowerBound <= token.range.lowerBound && token.range.upperBound <= $0.upperBound }
        }
        guard let own = own[command], let patterns = patterns[command], !outside.isEmpty else { return false }
        let sentences = patterns.filter { $0.needed.isSubset(of: parameters ?? $0.needed) }.map(\.words)
        let foreign = outside.filter { !own.words.contains($0.key) }
        guard !isAnother(tokens, foreign),
            !Self.takesNegation(values, tokens, missing: own.words.subtracting(outside.map(\.key)))
        else { return false }
        if foreignCommands.contains(command) {
            return Self.hasAll(outside.map(\.key), of: sentences, besides: foreign.map(\.key))
        }
        guard !Self.tellsWhatWasDone(tokens, own) else { return false }
        let others = foreign.map(\.key).filter { word in
            let isOpposite = BackgroundSpeech.opposites[word].map(own.words.contains) ?? false
            return isOpposite || !BackgroundSpeech.fillers.contains(word) && !own.contains(word)
        }
        guard others.count < 2 else { return false }
        let other = others.first
        let first = outside.first { !BackgroundSpeech.fillers.contains($0.key) }?.key
        guard other == nil || other == first else { return false }
        let said = WordForms(Set(outside.map(\.key)))
        let unsaid = Set(sentences.joined()).filter { !said.contains($0) }
        // "Turn it on" is not "turn it up" without its last word.
        let hasOtherParticle = foreign.contains { BackgroundSpeech.opposites[$0.key] != nil }
        let particles = hasOtherParticle ? unsaid.intersection(BackgroundSpeech.opposites.keys) : []
        return sentences.contains {
            particles.isDisjoint(with: $0) && Self.isMeant($0, without: unsaid, verb: other)
        }
    }

    /// Returns whether an English text tells what somebody has done: "I turned on the light". "I want it turned on",
    /// "play the songs I liked" and the polite "I wanted a coffee" do not.
    /// - Parameters:
    ///   - tokens: The words of the text.
    ///   - own: The words of the command.
    private static func tellsWhatWasDone(_ tokens: [Token], _ own: WordForms) -> Bool {
        // Only the command's first word can be the verb of such a sentence.
        let before = tokens.prefix { BackgroundSpeech.fillers.contains($0.key) || !own.contains($0.key) }
        guard let subject = before.last, let verb = tokens.dropFirst(before.count).first else { return false }
        return BackgroundSpeech.subjects.contains(subject.key) && verb.key.hasSuffix("ed") && verb.key != "wanted"
            && !own.words.contains(verb.key)
    }

    /// Returns whether a value has taken in a negation and the command's word after it: the "not need milk" of "we do
    /// not need milk".
    private static func takesNegation(_ values: [Range<Int>], _ tokens: [Token], missing: Set<String>) -> Bool {
        values.contains { value in
            let inside = tokens.filter {
                value.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= value.upperBound
            }
            let negated = inside.drop { !BackgroundSpeech.negations.contains($0.key) }.dropFirst()
            return negated.contains { missing.contains($0.key) }
        }
    }

    /// Returns whether the words of a sentence in another language than English are all there, with the fillers of the
    /// language in use only: "schalte die Heizung an" has nearly all words of its opposite.
    private static func hasAll(_ said: [String], of sentences: [[String]], besides foreign: [String]) -> Bool {
        guard foreign.allSatisfy(BackgroundSpeech.ownFillers.contains) else { return false }
        return sentences.contains { !$0.isEmpty && Set($0).isSubset(of: said) }
    }

    /// Returns whether a sentence is meant although words of it are not said.
    /// - Parameters:
    ///   - sentence: The sentence's words, in their order.
    ///   - unsaid: Words that are not said.
    ///   - verb: The verb that is said instead of the sentence's; nil when no other one is.
    private static func isMeant(_ sentence: [String], without unsaid: Set<String>, verb: String?) -> Bool {
        let words = Set(sentence)
        let missing = words.intersection(unsaid)
        // "Cancel the timer" does not mean all of them.
        guard missing.isDisjoint(with: BackgroundSpeech.indispensableWords) else { return false }
        guard let verb else {
            return !words.isEmpty
                && Double(words.count - missing.count) >= minimumSpokenShare * Double(words.count)
        }
        guard let own = sentence.first, missing == [own], words.count > 1 else { return false }
        return likeVerbs.contains { $0.contains(verb) && $0.contains(own) }
    }

    /// Returns whether words that the command does not have make another sentence of it.
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
