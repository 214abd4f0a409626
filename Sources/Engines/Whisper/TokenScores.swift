import Foundation

/// The logarithms of the probabilities that a model gives to the tokens after a beginning.
///
/// Valid during the call that made it.
struct TokenScores {
    private let logits: UnsafeBufferPointer<Float>
    /// The logarithm of the sum of the unnormalized probabilities, without pauses.
    private let total: Float

    /// Creates the scores.
    /// - Parameter pauses: The tokens whose probability is spread over the others.
    init(_ logits: UnsafeBufferPointer<Float>, pauses: [Int32]) {
        self.logits = logits
        var most = -Float.infinity
        for value in logits where value > most { most = value }
        var sum: Float = 0
        for value in logits { sum += exp(value - most) }
        let marks = pauses.reduce(Float(0)) { $0 + exp(logits[Int($1)] - most) }
        // The others share a thousandth when the model expects nothing but a pause.
        total = most + log(max(sum - marks, sum / 1000))
    }

    /// Returns the logarithm of the token's probability among all tokens but pauses.
    subscript(token: Int32) -> Double { Double(logits[Int(token)] - total) }

    /// Returns the logarithm of the sum of the probabilities of some tokens.
    func logSum(of tokens: [Int32]) -> Double {
        log(max(.leastNormalMagnitude, tokens.reduce(0) { $0 + exp(self[$1]) }))
    }

    /// Returns the likeliest tokens of a kind, the likeliest first.
    func likeliest(_ most: Int, of count: Int, where isWanted: (Int32) -> Bool) -> [Int32] {
        var found: [(token: Int32, score: Float)] = []
        for token in 0..<Int32(count) {
            let score = logits[Int(token)]
            if found.count == most, let last = found.last, score <= last.score { continue }
            guard isWanted(token) else { continue }
            let place = found.firstIndex { $0.score < score } ?? found.count
            found.insert((token, score), at: place)
            if found.count > most { found.removeLast() }
        }
        return found.map(\.token)
    }
}
