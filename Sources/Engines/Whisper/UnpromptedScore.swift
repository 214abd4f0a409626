/// The score of a text's tokens in a model that has no prompt.
///
/// The prompt makes its own sentences likely, even for noise. Without it they are as likely as the sound makes them.
package struct UnpromptedScore: Sendable, Equatable {
    /// The sum of the logarithms of the tokens' probabilities, without those of pauses such as commas.
    package var sum: Double
    /// The number of these tokens.
    var count: Int

    /// The mean logarithm of a token's probability.
    package var mean: Double { sum / Double(count) }

    package init(sum: Double, count: Int) { (self.sum, self.count) = (sum, count) }
}
