import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

extension PatternRecognizer {
    /// The numbers of words, of both commands together, for which two are considered.
    private static let countsOfBoth = 5...30
    /// The fewest words of one of them, with a word such as "and".
    private static let minimumWordsOfEach = 2
    /// The least confidence of a command with free text beside another. About a third of its words are the pattern's,
    /// so that a pattern for any words is not meant.
    private static let minimumConfidence = 0.6
    /// The words that may stand between them, and the most of these: "and then".
    private static let (links, maximumLinks) = (Language.inUse.functionWords.union(BackgroundSpeech.ownFillers), 2)

    /// Returns whether a text that is no command is two, one after the other: "turn the lights off and cancel the
    /// alarm". A model knows one intent only, and would take it for the whole.
    func areTwoCommands(_ text: String) -> Bool {
        let whole = matcher.match(text, context: facts, excluding: excluded)
        if whole.contains(where: { swallowsCommand($0, in: text) }) { return true }
        let words = Words.tokenize(text, limit: Self.countsOfBoth.upperBound + 1).map(\.key)
        guard Self.countsOfBoth.contains(words.count) else { return false }
        return (Self.minimumWordsOfEach...words.count - Self.minimumWordsOfEach).contains { split in
            guard let first = command(words[..<split]) else { return false }
            let rest = words[split...]
            let links = rest.prefix(Self.maximumLinks).prefix(while: Self.links.contains).count
            return (0...links).contains { count in
                command(rest.dropFirst(count)).map { !Self.isSame($0, first) } ?? false
            }
        }
    }

    /// Returns whether a hypothesis's free text has taken in a second command: "we need milk and turn on the light". A
    /// word such as "and" stands between both, the first is understood without the second, and the second has no free
    /// text, begins with two words of its pattern, or is the same command again: "add milk to the list and add bread to
    /// the list". A clause may well be of two commands: "remind me to call mom and turn off the oven".
    func swallowsCommand(_ hypothesis: SpeechIntent.Hypothesis, in text: String) -> Bool {
        guard hypothesis.confidence < EnsembleRecognizer.minimumConfidence else { return false }
        let words = Words.tokenize(text, limit: Self.countsOfBoth.upperBound + 1).map(\.key)
        guard Self.countsOfBoth.contains(words.count), !Self.isClause(of: hypothesis, in: words) else { return false }
        let joining = (Language.inUse.questions ?? .english).joiningWords
        return (Self.minimumWordsOfEach..<words.count - Self.minimumWordsOfEach).contains { split in
            guard joining.contains(words[split]), let first = best(words[..<split]),
                first.isSameCommand(as: hypothesis), first.confidence >= Self.minimumConfidence
            else { return false }
            let rest = words[(split + 1)...].drop { Self.links.contains($0) }
            guard rest.count >= Self.minimumWordsOfEach, let second = best(rest) else { return false }
            return second.confidence >= EnsembleRecognizer.minimumConfidence
                || second.confidence >= Self.minimumConfidence
                    && (second.isSameCommand(as: hypothesis) || Self.beginsAsPattern(second, rest))
        }
    }

    /// Returns whether the first two words are those of the command's pattern, and no value's: "turn off the hall".
    private static func beginsAsPattern(_ hypothesis: SpeechIntent.Hypothesis, _ words: ArraySlice<String>) -> Bool {
        let length = words.prefix(2).joined(separator: " ").count
        return hypothesis.parameters.values.allSatisfy { ($0.span?.start ?? length) >= length }
    }

    /// Returns whether the longest value follows a word such as "to", so that it has a verb of its own.
    private static func isClause(of hypothesis: SpeechIntent.Hypothesis, in words: [String]) -> Bool {
        let values = hypothesis.parameters.values.map { Words.tokenize($0.words, limit: words.count).map(\.key) }
        guard let value = values.max(by: { $0.count < $1.count }), !value.isEmpty, value.count < words.count else {
            return false
        }
        let place = (1...words.count - value.count).first { words[$0...].starts(with: value) }
        let determiners = (Language.inUse.questions ?? .english).determiners
        return place.map {
            Language.inUse.functionWords.contains(words[$0 - 1]) && !determiners.contains(words[$0 - 1])
        }
            ?? false
    }

    /// Returns the best hypothesis on words; nil when there is none.
    private func best(_ words: ArraySlice<String>) -> SpeechIntent.Hypothesis? {
        matcher.match(words.joined(separator: " "), context: facts, excluding: excluded).first
    }

    /// Returns the command that words are, without free-text parameters; nil for other words.
    private func command(_ words: ArraySlice<String>) -> SpeechIntent.Hypothesis? {
        best(words).flatMap { $0.confidence >= EnsembleRecognizer.minimumConfidence ? $0 : nil }
    }

    private static func isSame(_ one: SpeechIntent.Hypothesis, _ other: SpeechIntent.Hypothesis) -> Bool {
        one.isSameCommand(as: other) && one.parameters.mapValues(\.value) == other.parameters.mapValues(\.value)
    }
}

extension SpeechIntent.Hypothesis {
    fileprivate func isSameCommand(as other: Self) -> Bool { app == other.app && type == other.type }
}
