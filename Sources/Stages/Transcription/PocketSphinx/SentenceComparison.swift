import Foundation
import SaybusPocketSphinx

/// The comparison of a recognized sentence with those that differ from it in one word and mean something else, such as
/// "lights on" with "lights off".
///
/// A confidence from how well the words fit the sound is high for both. The scores of two sentences, over the same
/// sound by the same search, tell how much more likely one of them is.
struct SentenceComparison: Sendable {
    /// The most other words that are compared: at one place, so that a list of songs does not hide "on" and "off", and
    /// in all. Each costs time.
    private static let (maximumAtPlace, maximumOthers) = (128, 256)
    /// The difference of scores, in the library's units, that makes a sentence e times as likely, in a quiet room and
    /// in noise. Adjacent frames are alike, so that their scores count for a fraction.
    ///
    /// Chosen on 242 commands by eleven synthesized voices: in a quiet room, beside crowds at 12 dB, and beside
    /// machines at 6 dB; and on 50 coffee orders of people, quiet and beside crowds at 18 and 9 dB.
    private static let (quietUnit, noisyUnit) = (120.0, 200.0)

    /// The grammar of the others.
    let others: SphinxGrammar

    /// Creates a comparison; nil when nothing else can be meant, or more than can be compared.
    init?(
        of sentence: [String], grammar: WordAutomaton, meanings: SentenceMeanings,
        _ pronunciations: [String: [Pronunciation]]
    ) {
        let all = grammar.replacements(in: sentence, limit: Self.maximumAtPlace).filter { other in
            // No sound tells "Jon" from "John".
            Set(pronunciations[other.word] ?? []).isDisjoint(with: pronunciations[sentence[other.place]] ?? [])
        }
        guard 1...Self.maximumOthers ~= all.count else { return nil }
        let relevant = meanings.replacements(all, thatChange: sentence)
        guard !relevant.isEmpty else { return nil }
        others = SphinxGrammar(WordAutomaton(sentence: sentence, replacements: relevant), pronunciations)
    }

    /// Returns the probability of a sentence beside another one, 0…1.
    static func probability(of own: SphinxHypothesis, beside other: SphinxHypothesis, isQuiet: Bool) -> Double {
        1 / (1 + exp(Double(other.score - own.score) / (isQuiet ? quietUnit : noisyUnit)))
    }
}
