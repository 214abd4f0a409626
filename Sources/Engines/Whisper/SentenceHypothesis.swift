import Foundation

/// A sentence that a search has found.
package struct SentenceHypothesis: Sendable, Equatable {
    /// The rank that each token of a listed word adds. In noise a model expects the end too soon.
    ///
    /// Chosen on 160 coffee orders beside crowds, a kitchen and machines.
    private static let tokenRank = 1.0

    /// The words, in small letters.
    package var words: [String]
    /// The number of words that stand for any word.
    package var openWords: Int
    /// The logarithm of the sentence's probability.
    package var score: Double
    /// The number of tokens in listed words.
    package var listedTokens: Int
    /// The number of tokens, with the end.
    var tokenCount: Int
    /// The tokens of the words.
    var tokens: [Int32] = []

    /// The geometric mean of the tokens' probabilities.
    package var confidence: Double { exp(score / Double(max(1, tokenCount))) }

    /// The measure by which sentences, and their beginnings, are compared.
    package var rank: Double { Self.rank(score, listedTokens) }

    static func rank(_ score: Double, _ listedTokens: Int) -> Double { score + tokenRank * Double(listedTokens) }
}
