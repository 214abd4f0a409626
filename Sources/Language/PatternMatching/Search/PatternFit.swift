import SaybusMessages
import SaybusPhrases

/// A pattern that covers an utterance, and with which words.
struct PatternFit {
    /// The pattern's index, in catalog order.
    let pattern: Int
    /// The slots with their words, in order.
    private(set) var slots: [FittedSlot]
    /// How sure it is; ``PatternMatcher`` has the formula.
    private(set) var confidence: Double

    init(pattern: Int, way: Path, slots: [FittedSlot], skipped: Int) {
        (self.pattern, self.slots) = (pattern, slots)
        let (literal, typed, open) = (Double(way.literal), Double(way.typed), Double(way.open))
        let all = max(1, literal + typed + open)
        let isLiteral = slots.isEmpty
        let whole =
            if way.openSlots > 0 {
                0.5 + 0.3 * (literal + 0.8 * typed) / all - 0.01 * Double(way.openSlots)
            } else if !isLiteral {
                0.8 + 0.15 * literal / all
            } else {
                1.0
            }
        confidence = Self.confidence(max(0.5, whole), skipped: skipped)
    }

    /// How many characters preferred values have.
    func preferredLength(_ tokens: [Token]) -> Int {
        slots.reduce(0) { $1.label.isPreferred ? $0 + tokens[$1.range].reduce(0) { $0 + $1.text.count } : $0 }
    }

    /// Makes it at least so sure.
    mutating func raise(to least: Double) { confidence = max(confidence, least) }

    /// Takes the politeness off the end of an open slot that ends the utterance, unless it is all of it.
    mutating func cutFillers(_ tokens: [Token], _ fillers: Set<String>) {
        guard let last = slots.last, last.label.kind == .open, last.range.count > 1,
            last.range.upperBound == tokens.count, let token = tokens.last, fillers.contains(token.key)
        else { return }
        slots[slots.count - 1].range = last.range.dropLast()
        confidence = Self.confidence(confidence, skipped: 1)
    }

    /// Four digits, so that equal confidences are equal however they were computed.
    private static func confidence(_ whole: Double, skipped: Int) -> Double {
        (max(0.5, whole - 0.02 * Double(skipped)) * 10_000).rounded() / 10_000
    }
}

/// A slot with its words and what they stand for.
struct FittedSlot {
    let label: SlotLabel
    /// Words of the utterance.
    var range: Range<Int>
    /// The values of the list that they may stand for; none for other slots.
    var values: [ValueLists.Value] = []
}
