import Foundation

/// A sentence that a search has found.
package struct SentenceHypothesis: Sendable, Equatable {
    /// The merit of each token of a listed word.
    ///
    /// Chosen on 160 coffee orders with noise of crowds, a kitchen and machines: without it the model prefers sentences
    /// that end too soon.
    static let tokenMerit = 1.0

    /// The words, in small letters.
    package var words: [String]
    /// The number of words that stand for any word.
    package var openWords: Int
    /// The logarithm of the sentence's probability.
    package var score: Double
    /// The number of tokens in listed words.
    package var listedTokens: Int
    /// The number of tokens, with the end.
    package var tokenCount: Int

    /// The geometric mean of the tokens' probabilities.
    package var confidence: Double { exp(score / Double(max(1, tokenCount))) }

    /// The measure by which sentences are compared.
    package var merit: Double { score + Self.tokenMerit * Double(listedTokens) }
}
