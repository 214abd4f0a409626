import SaybusPhrases

/// The text that tells Whisper which words may be said: sentences of the grammar.
enum WhisperPrompt {
    /// The most characters. The model takes 224 tokens, of four characters on average in English: in other languages
    /// the last sentences are left out.
    static let maximumCharacters = 600
    /// The sentences that are looked at.
    private static let maximumSentences = 2000
    /// The most words with which an app is called.
    private static let maximumAddressWords = 6

    /// Returns the prompt for a vocabulary; an empty one while a question may be answered with any words, since the
    /// prompt makes the words of commands likelier than others.
    /// - Parameter automaton: The sentences of the whole vocabulary.
    static func text(for vocabulary: Vocabulary, _ automaton: WordAutomaton) -> String {
        let takesAny = GrammarCompiler.answers(of: vocabulary)?.acceptsAsListed([WordAutomaton.anyWord]) ?? false
        return takesAny ? "" : text(for: automaton)
    }

    /// Returns sentences that together have as many different words as there is room for.
    ///
    /// Each next sentence is the one with the most new words for its length; of equal ones the first. Words that every
    /// model expects, such as those of numbers and times, do not count: with many of them it hears numbers and times
    /// everywhere. Sentences with an app's name in front, and parts of a unit that are one word, such as
    /// `viertelstunde`, are left out. No number comes several times (``PromptNumbers``).
    ///
    /// Parameters that take any words have one of the language's examples: with "add to the list" in the prompt, the
    /// model tends to write just that, without the words in between. A language without examples has no sentences with
    /// such parameters in the prompt.
    static func text(for automaton: WordAutomaton, in language: Language = .inUse) -> String {
        let covering = automaton.coveringSentences(limit: maximumSentences)
        let listed = covering.filter { !$0.contains(WordAutomaton.anyWord) }.min { $0.count < $1.count }
        let frames = covering.filter { sentence in
            let addressWords = 1..<max(1, min(sentence.count, maximumAddressWords))
            return !addressWords.contains { count in
                let (address, rest) = (Array(sentence.prefix(count)), Array(sentence.dropFirst(count)))
                guard automaton.acceptsAsListed(rest) else { return false }
                // A pattern that is any words accepts the rest of "remind me to …", too.
                let isAnything = rest.allSatisfy { $0 == WordAutomaton.anyWord }
                return !isAnything || listed.map { automaton.acceptsAsListed(address + $0) } ?? true
            }
        }
        let parts = automaton.words.filter { language.times.partAndUnit(of: $0) != nil }
        let omitted = Set(parts).union([WordAutomaton.anyWord])
        var sentences = frames.map { frame in (frame: frame, words: frame.filter { !omitted.contains($0) }) }
        let examples = language.exampleWords
        sentences.removeAll { $0.words.isEmpty || examples.isEmpty && $0.frame.contains(WordAutomaton.anyWord) }
        var nextExample = 0
        var numbers = PromptNumbers(for: automaton, language.numbers)
        var known = language.numbers.words.union(language.times.words).union(language.functionWords)
        var text = ""
        while !sentences.isEmpty {
            var best = (index: 0, gain: 0.0)
            for (index, sentence) in sentences.enumerated() {
                let fresh = Set(sentence.words).subtracting(known).reduce(0) { $0 + $1.count }
                let gain = Double(fresh) / Double(sentence.words.reduce(0) { $0 + $1.count })
                if gain > best.gain { best = (index, gain) }
            }
            guard best.gain > 0 else { break }
            let sentence = sentences.remove(at: best.index)
            known.formUnion(sentence.words)
            var words: [String] = []
            for word in numbers.replacingNumbers(in: sentence.frame) {
                if word == WordAutomaton.anyWord {
                    words.append(examples[nextExample % examples.count])
                    nextExample += 1
                } else if !omitted.contains(word) {
                    words.append(word)
                }
            }
            let line = words.joined(separator: " ")
            guard text.count + line.count + 2 <= maximumCharacters else { break }
            // As the model writes: a capital letter, and a full stop.
            text += (text.isEmpty ? "" : " ") + line.prefix(1).uppercased() + line.dropFirst() + "."
        }
        return text
    }
}
