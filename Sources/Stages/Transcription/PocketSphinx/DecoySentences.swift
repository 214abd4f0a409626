import Foundation
import SaybusPocketSphinx

/// Sentences of common words that no command has. A short command that fits the sound worse than the best of them is
/// doubtful.
///
/// A grammar search finds some command in any word, and how well one or two words fit tells little: "stop" fits "stock"
/// well. With other words beside them, the scores tell which is likelier. An answer to an open question is doubtful
/// only where a decoy fits far better: a user who was asked most likely answers, and most answers are as short as a
/// word can be.
struct DecoySentences: Sendable {
    /// The number of words that are sentences alone.
    private static let singles = 1000
    /// The number of words of which any two make a sentence.
    private static let paired = 80
    /// The most words of a command that is compared. With more words, the fit of the worst one tells enough.
    private static let maximumWords = 3
    /// The lead of a decoy's score, per frame of the command's words, at which both are equally likely. A decoy is the
    /// best of thousands.
    private static let evenLead = 5.0
    /// The difference of scores per frame that makes a command e times as likely.
    private static let unit = 3.0
    /// The lead beyond ``evenLead`` up to which a command keeps a probability at which the user is asked: an odd voice
    /// fits badly, too.
    private static let (maximumLead, asked) = (15.0, 0.3)
    // All were chosen on 104 short commands and 126 other words by eight synthesized voices in a quiet room.
    /// The lead of a decoy's score, per frame, from which an answer to an open question is doubtful. Of 79 ways to say
    /// yes or no by five synthesized voices, one was; of 22 other words and sentences by two voices, eight were.
    private static let answerLead = 25.0

    /// The grammar of the sentences, whose words are in no command.
    let grammar: SphinxGrammar
    /// The sentences that answer an open question; nil without a question.
    private let answers: WordAutomaton?

    /// Creates the sentences; nil when too few words are left for them.
    /// - Parameters:
    ///   - own: The pronunciations of the commands' words.
    ///   - common: The pronunciations of common words.
    ///   - answers: The sentences that answer an open question; nil without a question.
    init?(beside own: [String: [Pronunciation]], common: [String: [Pronunciation]], answers: WordAutomaton?) {
        let taken = Set(own.values.joined())
        let words = CommonWords.english.prefix(Self.singles).compactMap { word -> SphinxGrammar.Word? in
            guard own[word] == nil, let ways = common[word], taken.isDisjoint(with: ways) else { return nil }
            return .spoken(word, ways)
        }
        guard words.count >= Self.paired else { return nil }
        let (first, second, last) = (0, 2, 1)
        let pairs = 0..<Self.paired
        var arcs = [[SphinxGrammar.Arc]](repeating: [], count: 3)
        arcs[first] = words.indices.map { .init(word: $0, to: last) } + pairs.map { .init(word: $0, to: second) }
        arcs[second] = pairs.map { .init(word: $0, to: last) }
        grammar = SphinxGrammar(words: words, arcs: arcs, finals: [last])
        self.answers = answers
    }

    /// Returns whether a sentence is compared with these: a short one that answers no question, or a short answer in a
    /// quiet room.
    func concern(_ sentence: [String], isQuiet: Bool) -> Bool {
        1...Self.maximumWords ~= sentence.count && (isQuiet || !isAnswer(sentence))
    }

    /// Returns the probability of a command or an answer beside the best decoy, 0…1; 1 when no decoy fits.
    func probability(of own: SphinxHypothesis, beside decoy: SphinxHypothesis) -> Double {
        let frames = own.words.reduce(0) { $0 + $1.scoredFrames }
        guard frames > 0, !decoy.words.isEmpty else { return 1 }
        let whole = Double(decoy.score - own.score) / Double(frames)
        if isAnswer(own.words.map(\.name)) { return whole < Self.answerLead ? 1 : Self.asked }
        let lead = whole - Self.evenLead
        let probability = 1 / (1 + exp(lead / Self.unit))
        return lead < Self.maximumLead ? max(probability, Self.asked) : probability
    }

    private func isAnswer(_ sentence: [String]) -> Bool { answers?.acceptsAsListed(sentence) == true }
}
