import SaybusPhrases

/// A pattern that covers an utterance, with the words of its slots.
struct PatternFit {
    /// The pattern's index, in catalog order.
    let pattern: Int
    /// The slots with their words, in order.
    private(set) var slots: [FittedSlot]
    /// The confidence; ``PatternMatcher`` documents the formula.
    private(set) var confidence: Double
    /// The most words of politeness that were removed from a slot.
    private var removed = 1
    /// The number of words of politeness that were removed from the end of the last slot.
    private var removedAtEnd = 0

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

    /// Whether a slot has words that are no value.
    var hasOpenSlot: Bool { slots.contains(where: \.isOpen) }

    /// Whether words that are no value of an open list are at an end of a range.
    func hasLooseEnd(in range: Range<Int>) -> Bool {
        slots.contains { slot in
            // A "please" at the end has been removed.
            slot.isOpenList && slot.isOpen
                && (slot.range.lowerBound == range.lowerBound || slot.range.upperBound >= range.upperBound - removed)
        }
    }

    /// Whether words that were skipped are within a value: "four please seven" is no number.
    /// - Parameters:
    ///   - skipped: The positions of these words in the whole utterance.
    ///   - kept: The positions in the whole utterance of the words that were matched.
    func hasValue(around skipped: Set<Int>, _ kept: [Int]) -> Bool {
        slots.contains { slot in
            guard !slot.isOpen, let first = slot.range.first, let last = slot.range.last else { return false }
            return (kept[first]...kept[last]).contains(where: skipped.contains)
        }
    }

    /// Whether an open list at the end of the utterance has nothing but words of politeness.
    func endsWithFiller(_ tokens: [Token], _ fillers: [[String]]) -> Bool {
        guard let last = slots.last, last.isOpenList, last.isOpen,
            last.range.upperBound == tokens.count
        else { return false }
        var rest = tokens[last.range].map(\.key)[...]
        while let filler = fillers.first(where: { rest.starts(with: $0) }) { rest = rest.dropFirst(filler.count) }
        return rest.isEmpty
    }

    /// Whether an open slot has nothing but words for signs: the "%" of "add 50%" is no item.
    func hasOnlySigns(_ tokens: [Token]) -> Bool {
        slots.contains { $0.isOpen && tokens[$0.range].allSatisfy(\.isSign) }
    }

    /// Whether a word between an open slot and the last word, which may be a part of the verb, turns the command into
    /// its opposite: "ruf Anna nicht an".
    func isOpposed(_ tokens: [Token], in range: Range<Int>, by words: Set<String>) -> Bool {
        slots.contains { slot in
            slot.isOpen && slot.range.count > 1 && slot.range.upperBound == range.upperBound - 1
                && words.contains(tokens[slot.range.upperBound - 1].key)
        }
    }

    /// Whether an open slot directly behind the verb begins with a word that turns the command into its opposite: "ruf
    /// nicht Anna an".
    /// - Parameters:
    ///   - tokens: The words of the utterance.
    ///   - verb: The position of the verb.
    ///   - words: The words that do so.
    ///   - fillers: The words of politeness that may precede such a word: "ruf bitte nicht Anna an".
    func isOpposed(
        _ tokens: [Token], behindVerbAt verb: Int, by words: Set<String>, after fillers: [[String]]
    ) -> Bool {
        slots.contains { slot in
            guard slot.isOpen, slot.range.lowerBound == verb + 1 else { return false }
            let keys = tokens[slot.range].map(\.key)
            let skipped = fillers.first { keys.starts(with: $0) }?.count ?? 0
            return keys.dropFirst(skipped).first.map(words.contains) ?? false
        }
    }

    /// Whether an open slot ends with a word that turns the command into its opposite, before any other word: "setze
    /// Milch nicht auf die Liste".
    func isOpposedBehindObject(_ tokens: [Token], in range: Range<Int>, by words: Set<String>) -> Bool {
        slots.contains { slot in
            slot.isOpen && slot.range.count > 1 && slot.range.upperBound < range.upperBound
                && words.contains(tokens[slot.range.upperBound - 1].key)
        }
    }

    /// Whether an open slot at the end of the utterance has taken in a phrase that calls off the words before it:
    /// "order tea never mind".
    func isCalledOff(_ tokens: [Token], in range: Range<Int>, by phrases: DismissingPhrases) -> Bool {
        // A "please" at the end has been removed.
        guard let last = slots.last, last.isOpen, last.range.upperBound + removedAtEnd == range.upperBound else {
            return false
        }
        return phrases.callOff(tokens[last.range].lazy.map(\.key))
    }

    /// Returns the number of characters in preferred values.
    func preferredLength(_ tokens: [Token]) -> Int {
        slots.reduce(0) { $1.isPreferred ? $0 + tokens[$1.range].reduce(0) { $0 + $1.text.count } : $0 }
    }

    /// Raises the confidence to a lower bound.
    mutating func raise(to least: Double) { confidence = max(confidence, least) }

    /// Removes a word or phrase of politeness from the end of each open slot, unless the slot has no other word: "add
    /// milk please to the list".
    /// - Parameters:
    ///   - tokens: The words of the utterance.
    ///   - fillers: The words and phrases of politeness.
    ///   - areBefore: Whether they are removed from the beginning, too: "setze bitte Milch auf die Liste".
    mutating func cutFillers(_ tokens: [Token], _ fillers: [[String]], areBefore: Bool) {
        for index in slots.indices where slots[index].isOpen {
            let keys = tokens[slots[index].range].lazy.map(\.key)
            let filler = fillers.first { keys.suffix($0.count).elementsEqual($0) }
            // "Favor" is no word of politeness where the slot has nothing but "por favor".
            if let filler, keys.count > filler.count {
                slots[index].range = slots[index].range.dropLast(filler.count)
                removed = max(removed, filler.count)
                if index == slots.count - 1 { removedAtEnd = filler.count }
                confidence = Self.confidence(confidence, skipped: 1)
            }
            guard areBefore, slots[index].range.lowerBound > 0 else { continue }
            let rest = keys.prefix(slots[index].range.count)
            if let filler = fillers.first(where: { rest.starts(with: $0) }), rest.count > filler.count {
                slots[index].range = slots[index].range.dropFirst(filler.count)
                confidence = Self.confidence(confidence, skipped: 1)
            }
        }
    }

    /// Returns the confidence rounded to four digits, so that rounding errors do not make equal values differ.
    private static func confidence(_ whole: Double, skipped: Int) -> Double {
        (max(0.5, whole - 0.02 * Double(skipped)) * 10_000).rounded() / 10_000
    }
}

/// A slot, its words and their possible values.
struct FittedSlot {
    /// The number of the slot's label in the network.
    let label: Int32
    /// Whether the words need not be a value.
    private(set) var isOpen: Bool
    /// Whether the slot accepts words that are no value of its list.
    let isOpenList: Bool
    /// Whether the slot's words count as literal words.
    let isPreferred: Bool
    /// The words, as positions in the utterance.
    var range: Range<Int>
    /// The indices of the values of the slot's list for which the words may stand; empty for other slots.
    var values: [Int32] = []

    init(_ number: Int32, _ automaton: Automaton, range: Range<Int>) {
        (label, self.range) = (number, range)
        isOpen = automaton.network.labels[Int(number)].kind == .open
        isOpenList = automaton.network.labels[Int(number)].isOpenList
        isPreferred = automaton.network.labels[Int(number)].isPreferred
    }

    /// Takes some of the words as a value of the slot's list.
    /// - Parameters:
    ///   - values: The values for which they may stand.
    ///   - range: The words.
    mutating func take(_ values: [Int32], in range: Range<Int>) {
        (isOpen, self.values, self.range) = (false, values, range)
    }
}
