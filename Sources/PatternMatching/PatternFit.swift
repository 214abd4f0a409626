import Phrases

/// A pattern that covers an utterance, and with which words.
struct PatternFit {
    /// The pattern's index, in catalog order.
    var pattern = 0
    /// The pattern's steps.
    let steps: [PatternTree.Step]
    /// The words of each step.
    private(set) var ranges: [Range<Int>]
    /// How sure it is; ``PatternMatcher`` has the formula.
    private(set) var confidence: Double

    init(steps: [PatternTree.Step], ranges: [Range<Int>], skipped: Int) {
        self.steps = steps
        self.ranges = ranges
        var (literal, typed, open, openParameters) = (0.0, 0.0, 0.0, 0.0)
        for (step, range) in zip(steps, ranges) {
            switch step {
            case .word: literal += 1
            case .number, .slot: typed += Double(range.count)
            case .text:
                open += Double(range.count)
                openParameters += 1
            }
        }
        let all = max(1, literal + typed + open)
        let whole =
            if openParameters > 0 {
                0.5 + 0.3 * (literal + 0.8 * typed) / all - 0.01 * openParameters
            } else if typed > 0 {
                0.8 + 0.15 * literal / all
            } else {
                1.0
            }
        confidence = Self.confidence(max(0.5, whole), skipped: skipped)
    }

    /// Takes the politeness off the end of an open parameter that ends the utterance, unless it is all of it.
    mutating func cutFillers(_ tokens: [Token]) {
        guard steps.last == .text, let range = ranges.last, range.count > 1, range.upperBound == tokens.count,
            let last = tokens.last, Fillers.afterText.contains(last.key)
        else { return }
        ranges[ranges.count - 1] = range.dropLast()
        confidence = Self.confidence(confidence, skipped: 1)
    }

    /// Four digits, so that equal confidences are equal however they were computed.
    private static func confidence(_ whole: Double, skipped: Int) -> Double {
        (max(0.5, whole - 0.02 * Double(skipped)) * 10_000).rounded() / 10_000
    }
}
