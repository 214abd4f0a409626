import Phrases

/// An utterance under a matcher's eyes: its words as numbers, and where in it numbers and slot values are, found once.
struct Utterance {
    let tokens: [Token]
    let words: [Int]
    private let numberParser: NumberParser
    private let slots: [SlotValues]
    private var numbers: [Int: [(value: Double, count: Int)]] = [:]
    private var slotMatches: [Int: [(count: Int, value: Int)]] = [:]

    init(tokens: [Token], words: WordTable, numbers: NumberParser, slots: [SlotValues]) {
        let tokens = Self.splitPossessives(tokens, words)
        self.tokens = tokens
        self.words = tokens.map { words.number(of: $0.key) }
        numberParser = numbers
        self.slots = slots
    }

    /// The numbers that begin at a word, longest first.
    mutating func numbers(at position: Int) -> [(value: Double, count: Int)] {
        if let known = numbers[position] { return known }
        let found = numberParser.prefixes(of: tokens[position...])
        numbers[position] = found
        return found
    }

    /// The values of a slot type that begin at a word, longest first.
    mutating func values(of slot: Int, at position: Int) -> [(count: Int, value: Int)] {
        let place = position * slots.count + slot
        if let known = slotMatches[place] { return known }
        let found = slots[slot].matches(words[position...])
        slotMatches[place] = found
        return found
    }

    /// How many words a step other than a literal or open one can take from a word, longest first, none past `end`.
    mutating func counts(of step: PatternTree.Step, at position: Int, end: Int) -> [Int] {
        switch step {
        case .number: numbers(at: position).map(\.count).filter { position + $0 <= end }
        case .slot(let slot): values(of: slot, at: position).map(\.count).filter { position + $0 <= end }
        case .word, .text: []
        }
    }

    /// Makes two words of `kim's` for patterns as `@name's birthday`, unless a pattern or a value has it as one word.
    private static func splitPossessives(_ tokens: [Token], _ words: WordTable) -> [Token] {
        guard words.number(of: "s") != WordTable.unknown else { return tokens }
        return tokens.flatMap { token in
            guard token.text.hasSuffix("'s"), words.number(of: token.key) == WordTable.unknown else { return [token] }
            let middle = token.range.upperBound - 2
            return [
                Token(text: String(token.text.dropLast(2)), range: token.range.lowerBound..<middle),
                Token(text: "s", range: middle..<token.range.upperBound),
            ]
        }
    }
}
