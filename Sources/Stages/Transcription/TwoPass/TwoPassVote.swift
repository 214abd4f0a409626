import SaybusMessages
import SaybusPhrases

/// The decision between the results of two engines: one that recognizes sentences of a grammar, and one that recognizes
/// any words. Pure.
struct TwoPassVote: Sendable {
    /// The confidence from which the first engine's result counts without a second one: in a quiet room, and in some
    /// noise or with a number.
    ///
    /// In loud noise none counts: beside crowds at 12 dB, 7 of pocketsphinx' results above .95 were wrong in 60 turns.
    static let (sure, surer) = (0.85, 0.95)
    /// The factor of the first engine's confidence beside the second one's, where noise may have been taken for words,
    /// or a word for one that sounds alike.
    static let trustInDoubt = 0.7
    /// The confidence of the second engine from which words that are no sentence count, when the first heard nothing.
    static let minimumForFreeWords = 0.6
    /// The confidence of the second engine from which it decides on free dictation.
    static let minimumForDictation = 0.2
    /// The lead that the second engine needs over the first otherwise, where both heard a sentence without open
    /// parameters.
    static let lead = 0.1
    /// The most confidence in words of an open parameter that the second engine did not confirm.
    static let maximumUnconfirmed = 0.4
    /// The factor of the first engine's confidence where both heard a sentence with open parameters: its words in them
    /// are right more rarely than it says.
    static let trustInOpenWords = 0.5
    /// The most confidence in a number for which the other engine heard one that sounds alike, and in a sentence for
    /// which it may have heard a negation: the user is asked.
    static let maximumDisputed = 0.45
    /// The lead of the second engine from which a sentence that has no content word of what it heard counts as made up.
    static let farLead = 0.4
    /// The most words of a short command. In a quiet room it needs no lead to count as made up: the first engine's
    /// grammar finds a short command in almost any word, and of 176 that were said the second one was never sure of
    /// other words.
    static let shortCommand = 3
    /// The factor of the confidence in a short command of which the second engine has heard no content word, unsurely.
    static let shortDoubt = 0.4
    /// The most confidence in what the first engine heard when the second one heard two commands, a negation or
    /// something else entirely, and in its alternatives when it refused the turn, and the second one heard words.
    static let maximumRefused = 0.2
    /// The factor of the confidence in a sentence that the second engine did not confirm.
    static let doubt = 0.8

    /// The sentences of the vocabulary; nil for free dictation.
    let matcher: SentenceMatcher?
    /// The answers to open questions, which are short themselves; nil without an open question.
    private let answers: WordAutomaton?
    /// The noise beside the speech.
    var noise = SoundLevel.Noise.none
    /// Whether all words of the first engine's result are about equally loud.
    var isEvenlyLoud = true
    /// Number words, and those of them in the place of which another one may have been said that sounds alike.
    private let (numbers, alike): (Set<String>, Set<String>)

    /// Creates a decision.
    /// - Parameters:
    ///   - matcher: The sentences of the vocabulary; nil for free dictation.
    ///   - answers: The answers to open questions; nil without an open question.
    ///   - numbers: The number words of the language.
    init(
        matcher: SentenceMatcher?, answers: WordAutomaton? = nil, numbers: NumberVocabulary = Language.inUse.numbers
    ) {
        (self.matcher, self.answers) = (matcher, answers)
        let tables = [numbers.units, numbers.tens, numbers.ordinals]
        self.numbers = Set(tables.flatMap(\.keys))
        // Fifteen and fifty, in German fünfzehn and fünfzig; thirteenth and thirtieth.
        alike = Set(tables.flatMap { $0.filter { 13...19 ~= $0.value || 30...90 ~= $0.value }.keys })
    }

    /// Returns whether a second engine is to hear the turn.
    func needsSecond(_ first: RecognitionResult) -> Bool {
        if first.empty == .silence { return false }
        return matcher == nil || first.text.isEmpty || !isSure(first) || isOpen(first)
    }

    /// Returns whether a second engine is to hear the turn if the first one ends with a text, however sure it is.
    func needsSecond(text: String, isWhole: Bool) -> Bool {
        matcher == nil || isWhole && (isOpen(text) || soundsAlike(text))
    }

    private func isSure(_ first: RecognitionResult) -> Bool {
        guard isEvenlyLoud, !isDoubtfulNumber(first) else { return false }
        return switch noise {
        case .none: first.confidence >= Self.sure
        case .some: first.confidence >= Self.surer
        case .loud: false
        }
    }

    /// Returns the result of both. The text that did not win is among the alternatives, which are ordered by their
    /// confidence, with its engine's name.
    func decide(_ heard: RecognitionResult, _ second: RecognitionResult) -> RecognitionResult {
        var first = heard
        let isDoubtful =
            noise != .none || !isEvenlyLoud
            || isDoubtfulNumber(heard) && numbers(in: heard.text) != numbers(in: second.text)
        if isDoubtful, matcher != nil, second.problem == nil { first.confidence *= Self.trustInDoubt }
        guard !second.text.isEmpty else {
            var result = first
            if isOpen(first) { result.confidence = min(result.confidence, Self.maximumUnconfirmed) }
            return Self.join(result, second)
        }
        guard matcher != nil else {
            return second.confidence >= Self.minimumForDictation || first.text.isEmpty
                ? Self.join(second, first) : Self.join(first, second)
        }
        if first.text == second.text {
            var result = first
            // Two independent witnesses.
            result.confidence = 1 - (1 - heard.confidence) * (1 - second.confidence)
            return Self.join(result, second)
        }
        guard isSentence(second) else { return decide(heard, first, freeWords: second) }
        let firstIsOpen = isOpen(first)
        if firstIsOpen { first.confidence = min(first.confidence, Self.maximumUnconfirmed) }
        let lead = firstIsOpen || isDoubtful ? 0 : Self.lead
        let secondWins =
            first.text.isEmpty || firstIsOpen && !isOpen(second)
            || second.confidence > first.confidence * (firstIsOpen ? Self.trustInOpenWords : 1) + lead
        var winner = secondWins ? second : first
        let loser = secondWins ? first : second
        if !secondWins, !firstIsOpen { winner.confidence *= Self.doubt }
        if noise == .none, isDisputed(heard, second) {
            winner.confidence = min(winner.confidence, Self.maximumDisputed)
        }
        return Self.join(winner, loser)
    }

    /// Returns the result of both when the second text is no sentence of the grammar.
    /// - Parameters:
    ///   - heard: The result of the first engine.
    ///   - first: The same, with less confidence in doubt.
    ///   - second: The result of the second engine.
    private func decide(
        _ heard: RecognitionResult, _ first: RecognitionResult, freeWords second: RecognitionResult
    ) -> RecognitionResult {
        var first = first
        let isNegated = SentenceMatcher.losesNegation(of: words(second.text), in: words(first.text))
        let isSure = second.confidence >= Self.minimumForFreeWords
        if first.text.isEmpty || isSure && (isNegated || areTwoSentences(second)) {
            first.confidence = min(first.confidence, Self.maximumRefused)
            for index in first.alternatives.indices {
                first.alternatives[index].confidence = min(first.alternatives[index].confidence, Self.maximumRefused)
            }
            return isSure ? Self.join(second, first) : Self.join(first, second)
        }
        var result = first
        let isUnheard =
            matcher?.hasUnheardContent(words(heard.text), heard: words(second.text)) ?? false
        let doubt = isUnheard && isShortCommand(heard) ? Self.shortDoubt : Self.doubt
        result.confidence =
            isOpen(first) ? min(first.confidence, Self.maximumUnconfirmed) : first.confidence * doubt
        if isNegated { result.confidence = min(result.confidence, Self.maximumDisputed) }
        if isSure, isUnheard, isShortCommand(heard) || second.confidence >= heard.confidence + Self.farLead {
            result.confidence = min(result.confidence, Self.maximumRefused)
        }
        return Self.join(result, second)
    }

    /// Returns whether a number was heard that may be another one.
    private func isDoubtfulNumber(_ result: RecognitionResult) -> Bool {
        soundsAlike(result.text) || result.confidence < Self.surer && !numbers.isDisjoint(with: words(result.text))
    }

    /// Returns whether the first engine was sure of a number, and the second one heard another; one of them sounds like
    /// others.
    private func isDisputed(_ first: RecognitionResult, _ second: RecognitionResult) -> Bool {
        let (one, other) = (numbers(in: first.text), numbers(in: second.text))
        return first.confidence >= Self.sure && !one.isEmpty && !other.isEmpty && one != other
            && !alike.isDisjoint(with: one + other)
    }

    private func numbers(in text: String) -> [String] { words(text).filter(numbers.contains) }

    private func soundsAlike(_ text: String) -> Bool { !alike.isDisjoint(with: words(text)) }

    /// Returns whether the text is a sentence only by a parameter that takes any words.
    private func isOpen(_ text: String) -> Bool {
        guard let matcher, !text.isEmpty else { return false }
        return !matcher.isListed(text)
    }

    private func isOpen(_ result: RecognitionResult) -> Bool { isOpen(result.text) }

    private func isSentence(_ result: RecognitionResult) -> Bool {
        matcher.map { !result.text.isEmpty && $0.automaton.accepts(words(result.text)) } ?? false
    }

    /// Whether the second engine has heard two commands, of which the first engine can only tell one.
    private func areTwoSentences(_ result: RecognitionResult) -> Bool {
        matcher?.areTwoSentences(words(result.text)) ?? false
    }

    /// Returns whether the first engine heard, in a quiet room, a command of a few words that answers no question.
    private func isShortCommand(_ first: RecognitionResult) -> Bool {
        let heard = words(first.text)
        return noise == .none && heard.count <= Self.shortCommand && answers?.accepts(heard) != true
    }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    /// Adds what the other engine heard to the alternatives.
    private static func join(_ winner: RecognitionResult, _ other: RecognitionResult) -> RecognitionResult {
        var result = winner
        result.empty = result.text.isEmpty ? winner.empty ?? .unrecognized : nil
        result.problem = winner.problem ?? other.problem
        let heard =
            other.text.isEmpty ? [] : [SpeechTranscript.Alternative(text: other.text, confidence: other.confidence)]
        // The other engine's own text must have a place, however many alternatives the winner has.
        if !heard.isEmpty, other.text != result.text {
            result.alternatives = Array(result.alternatives.prefix(ExternalAnswer.maximumAlternatives - 1))
        }
        for alternative in heard + other.alternatives where alternative.text != result.text {
            guard result.alternatives.count < ExternalAnswer.maximumAlternatives else { break }
            var named = alternative
            named.engine = alternative.engine ?? other.engine
            if !result.alternatives.contains(where: {
                $0.text == named.text && ($0.engine ?? result.engine) == named.engine
            }) {
                result.alternatives.append(named)
            }
        }
        result.alternatives.sort { $0.confidence > $1.confidence }
        return result
    }
}
