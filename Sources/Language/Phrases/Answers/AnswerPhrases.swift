/// The phrases of answers to questions, as templates for the recognizers.
public enum AnswerPhrases {
    /// Returns the phrases that agree or disagree.
    public static func confirmation(in language: Language = .inUse) -> [String] {
        language.replies.yes + language.replies.no
    }

    /// Returns the phrases of a number, alone, with a unit and within a sentence.
    public static func number(in language: Language = .inUse) -> [String] {
        let words = language.questionWords
        let singular = words.unitsOfOne ?? []
        let units = words.units.filter { !singular.contains($0) }
        let unit = units.isEmpty ? "" : " [\(group(units))]"
        let number = "@number:\(PhraseTemplate.numberType)\(unit)"
        let articles = language.numbers.articles.sorted()
        let indefinite = articles + language.times.articles.sorted()
        // "My eighty" is as near to "seventy" as "seventy" is, and nobody says it.
        var phrases = [
            framed(number, articles: [], in: language),
            framed(
                "@number:AMAZON.Ordinal", articles: self.articles(of: words).filter { !indefinite.contains($0) },
                in: language),
        ]
        let ones = language.numbers.cardinals(upTo: 1)
        if !singular.isEmpty, !ones.isEmpty {
            phrases.append(framed("\(group(ones)) \(group(singular))", articles: [], in: language))
        }
        let collectives = (language.numbers.collectives ?? [:]).keys.sorted()
        if !collectives.isEmpty {
            let halves = language.numbers.fractions.filter { $0.value == 0.5 }.keys.sorted().first
            let amounts = articles + (halves.map { half in articles.map { "\(half) \($0)" } } ?? [])
            phrases.append(framed("\(group(amounts)) \(group(collectives))\(unit)", in: language))
        }
        return phrases
    }

    /// Returns the phrases for choosing one of several options, by a name, by a word that only this option has, or by
    /// position.
    /// - Parameters:
    ///   - names: The names of each option: its label and its aliases.
    ///   - language: The language of the phrases.
    public static func choice(of names: [[String]], in language: Language = .inUse) -> [String] {
        let all = names.flatMap(\.self).map { Words.normalize($0).joined(separator: " ") }
        let marks = OptionWords(names, in: language).marks.keys.sorted()
        var seen: Set<String> = []
        let texts = (all + marks).filter { !$0.isEmpty && seen.insert($0).inserted }
        guard !texts.isEmpty else { return [] }
        return chunks(texts).map { framed(group($0), in: language) } + places(names.count, in: language)
    }

    /// Returns a pattern that also accepts the phrases around a value; the pattern itself when it would be too long.
    public static func framed(_ pattern: String, in language: Language = .inUse) -> String {
        framed(pattern, articles: articles(of: language.questionWords), in: language)
    }

    /// Returns a pattern that also accepts the phrases around a value.
    ///
    /// At most one article precedes the value, after the other phrases. Hesitation is no part of it: recognizers expect
    /// that everywhere.
    private static func framed(_ pattern: String, articles: [String], in language: Language) -> String {
        let words = language.questionWords
        let fillers = language.fillers
        func isHesitation(_ phrase: String) -> Bool {
            fillers.leading.contains(phrase) && fillers.trailing.contains(phrase)
                && !fillers.afterText.contains(phrase)
        }
        let others = self.articles(of: words)
        let before = words.beforeValue.filter { !others.contains($0) && !isHesitation($0) }
        let after = words.afterValue.filter { !isHesitation($0) }
        let preceding = [before, articles].filter { !$0.isEmpty }.map { "[\(group($0))] " }
        let framed = preceding.joined() + pattern + (after.isEmpty ? "" : " [\(group(after))]")
        return framed.count <= PhraseTemplate.maximumLength ? framed : pattern
    }

    /// The articles and possessives that may precede a value.
    private static func articles(of words: QuestionVocabulary) -> [String] {
        words.beforeValue.filter { words.determiners.contains($0) && !words.disagreeing.contains($0) }
    }

    /// Returns the phrases about a question that are no answer to it.
    public static func remarks(in language: Language = .inUse) -> [String] {
        let words = language.questionWords
        return words.cancel + (words.stop ?? []) + words.help + words.again + (words.pardon ?? []) + words.options
    }

    /// Phrases for positions. Phrases for all numbers would lead the speech recognizer to mistake other words for
    /// numbers.
    private static func places(_ count: Int, in language: Language) -> [String] {
        let words = language.numbers.cardinals(upTo: count) + language.numbers.ordinals(upTo: count)
        let number = words.isEmpty ? "@number:\(PhraseTemplate.numberType)" : group(words)
        let english = "[(the|number|the number|option|item|i'll take the|i'd like the)] \(number) [(one|option)]"
        return [language.isFor("en") ? english : framed(number, in: language)] + language.questionWords.lastOne
    }

    /// Most characters of a group of texts, so that the phrases around it have room in the pattern.
    private static let maximumGroupLength = 200

    private static func group(_ texts: [String]) -> String { "(\(texts.joined(separator: "|")))" }

    /// Divides texts into groups that fit into a pattern with the phrases around it.
    private static func chunks(_ texts: [String]) -> [[String]] {
        var chunks: [[String]] = []
        var length = 0
        for text in texts {
            if chunks.isEmpty || length + text.count > maximumGroupLength {
                chunks.append([])
                length = 0
            }
            chunks[chunks.count - 1].append(text)
            length += text.count + 1
        }
        return chunks
    }
}
