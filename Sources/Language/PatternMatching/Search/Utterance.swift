import SaybusPhrases

/// An utterance that is being matched: its words as numbers, and the values in it. Each word and each value is looked
/// up once.
struct Utterance {
    let tokens: [Token]
    let words: [Int]
    /// The single word that two words form, by the position of the first one: `kim's` for `kim` and `s`.
    let joined: [Int: Int]
    /// The number of slots on all paths of the searches in it.
    var steps = 0
    private let automaton: Automaton
    private let reader: SlotReader
    private let today: CivilDate
    /// The values of each kind at each word, and their indices by kind and word.
    private var readings: [[SlotReader.Reading]] = []
    private var readingIndex = PairTable()
    /// Whether a value may begin at a word; nil where it is not known yet.
    private var beginnings: [Bool?]
    private var listMatches: [[ValueLists.Match]?]
    /// The list values in parts of words, and their indices by what is read and the first word.
    private var partialMatches: [[ValueLists.Match]] = []
    private var partialMatchIndex = PairTable()

    init(tokens: [Token], _ automaton: Automaton, reader: SlotReader, today: CivilDate) {
        let (tokens, joined) = Self.splitPossessives(tokens, automaton.network.words)
        self.init(
            tokens: tokens, words: tokens.map { automaton.network.words.number(of: $0.key) }, joined: joined,
            automaton, reader: reader, today: today)
    }

    private init(
        tokens: [Token], words: [Int], joined: [Int: Int], _ automaton: Automaton, reader: SlotReader, today: CivilDate
    ) {
        (self.tokens, self.words, self.joined) = (tokens, words, joined)
        (self.automaton, self.reader, self.today) = (automaton, reader, today)
        listMatches = [[ValueLists.Match]?](repeating: nil, count: words.count)
        beginnings = [Bool?](repeating: nil, count: words.count)
    }

    /// Returns the utterance without the words at some positions.
    func without(_ positions: Set<Int>) -> Utterance {
        let kept = words.indices.filter { !positions.contains($0) }
        var joined: [Int: Int] = [:]
        for (index, position) in kept.enumerated() where !positions.contains(position + 1) {
            joined[index] = self.joined[position]
        }
        var rest = Utterance(
            tokens: kept.map { tokens[$0] }, words: kept.map { words[$0] }, joined: joined, automaton, reader: reader,
            today: today)
        rest.steps = steps
        return rest
    }

    /// Returns the words of a range in the form in which they are compared. A possessive is in the result both as one
    /// word and as two.
    func keys(in range: Range<Int>) -> Set<String> {
        var keys = Set(tokens[range].map(\.key))
        for position in joined.keys where range.contains(position) && range.contains(position + 1) {
            keys.insert(tokens[position].key + tokens[position + 1].key)
        }
        return keys
    }

    /// Returns the list values of a slot, given by the number of its label, that begin at a word, longest first.
    mutating func matches(of label: Int32, at position: Int) -> [ValueLists.Match] {
        guard automaton.network.hasPartsOfWords, automaton.network.labels[Int(label)].isPartOfWords else {
            return listMatches(at: position)
        }
        return partialMatches(of: automaton.network.labels[Int(label)], label, at: position)
    }

    /// Returns the list values that begin in a word with the slot's prefix and end in one with its suffix, longest
    /// first.
    private mutating func partialMatches(
        of slot: SlotLabel, _ label: Int32, at position: Int
    ) -> [ValueLists.Match] {
        let number = automaton.network.kindNumbers[Int(label)]
        if let known = partialMatchIndex.value(number, Int32(position)) { return partialMatches[Int(known)] }
        var found: [ValueLists.Match] = []
        for value in values(of: slot, at: position) {
            let words = value.map { automaton.network.words.number(of: $0.key) }
            found += automaton.lists.matches(words[...]).filter { $0.count == words.count }
        }
        partialMatchIndex.set(number, Int32(position), Int32(partialMatches.count))
        partialMatches.append(found)
        return found
    }

    /// Returns the words that may be the value of a slot with a prefix or suffix, without these, longest first.
    private func values(of slot: SlotLabel, at position: Int) -> [ArraySlice<Token>] {
        guard let first = tokens[position].without(prefix: slot.prefix) else { return [] }
        let end = min(words.count, position + Self.maximumWordsBesideParts)
        return (position..<end).reversed().compactMap { last -> ArraySlice<Token>? in
            let whole = last == position ? first : tokens[last]
            guard let rest = whole.without(suffix: slot.suffix) else { return nil }
            var value = tokens[position...last]
            (value[position], value[last]) = (first, rest)
            return value
        }
    }

    /// The most words of a value of which the first or the last one is part of a longer word.
    private static let maximumWordsBesideParts = 8

    /// Returns whether a value of any words may begin at a word: each word, or one with the slot's prefix.
    func mayBegin(_ label: Int32, at position: Int) -> Bool {
        guard automaton.network.hasPartsOfWords else { return true }
        return tokens[position].without(prefix: automaton.network.labels[Int(label)].prefix) != nil
    }

    /// Returns whether a value of any words may end with a word: each word, or one with the slot's suffix.
    func mayEnd(_ label: Int32, at position: Int) -> Bool {
        guard automaton.network.hasPartsOfWords else { return true }
        return tokens[position].without(suffix: automaton.network.labels[Int(label)].suffix) != nil
    }

    /// Returns the list values that begin at a word, longest first.
    private mutating func listMatches(at position: Int) -> [ValueLists.Match] {
        if let known = listMatches[position] { return known }
        let found = automaton.lists.matches(words[position...], joined)
        listMatches[position] = found
        return found
    }

    /// Returns whether a value of a kind, other than lists and open slots, may begin at a word: a quick check.
    /// - Parameter label: The number of a label of the kind.
    mutating func mayBegin(_ kind: SlotKind, _ label: Int32, at position: Int) -> Bool {
        if kind == .alphanumeric { return true }
        if mayBegin(at: position) { return true }
        guard automaton.network.hasPartsOfWords else { return false }
        let slot = automaton.network.labels[Int(label)]
        guard slot.isPartOfWords, let first = tokens[position].without(prefix: slot.prefix) else { return false }
        return reader.mayBegin(first.key) || first.without(suffix: slot.suffix).map { reader.mayBegin($0.key) } == true
    }

    private mutating func mayBegin(at position: Int) -> Bool {
        if let known = beginnings[position] { return known }
        let may = reader.mayBegin(tokens[position].key)
        beginnings[position] = may
        return may
    }

    /// Returns the values of a kind, other than lists and open slots, that begin at a word, longest first.
    /// - Parameter label: The number of a label of the kind.
    mutating func readings(of kind: SlotKind, _ label: Int32, at position: Int) -> [SlotReader.Reading] {
        let number = automaton.network.kindNumbers[Int(label)]
        if let known = readingIndex.value(number, Int32(position)) { return readings[Int(known)] }
        let slot = automaton.network.labels[Int(label)]
        var found: [SlotReader.Reading] = []
        if slot.isPartOfWords {
            for value in values(of: slot, at: position) {
                found += reader.readings(kind, value, today: today).filter { $0.count == value.count }
            }
        } else {
            found = reader.readings(kind, tokens[position...], today: today)
            // "Meet on december 24 2026" has no time of day.
            if kind == .time(.time), tokens[position].endsWithDigit, reader.isYear(at: position, of: tokens) {
                found.removeAll { $0.count == 1 }
            }
        }
        readingIndex.set(number, Int32(position), Int32(readings.count))
        readings.append(found)
        return found
    }

    /// Splits `kim's` into two words for patterns such as `@name's birthday`, and records where the two are
    /// one word of a pattern or a value.
    private static func splitPossessives(_ tokens: [Token], _ words: WordTable) -> ([Token], joined: [Int: Int]) {
        // A text with an apostrophe is longer than its key, which is faster to see.
        let mayBePossessive = tokens.contains {
            $0.text.utf8.count != $0.key.utf8.count && $0.text.hasSuffix("'s")
        }
        guard mayBePossessive, words.number(of: "s") != WordTable.unknown else { return (tokens, [:]) }
        var split: [Token] = []
        var joined: [Int: Int] = [:]
        for token in tokens {
            guard token.text.hasSuffix("'s"), token.text.utf8.count > 2 else {
                split.append(token)
                continue
            }
            let whole = words.number(of: token.key)
            if whole != WordTable.unknown { joined[split.count] = whole }
            let middle = token.range.upperBound - 2
            split.append(Token(text: String(token.text.dropLast(2)), range: token.range.lowerBound..<middle))
            split.append(Token(text: "s", range: middle..<token.range.upperBound))
        }
        return (split, joined)
    }
}

extension Token {
    /// Returns the word without letters at its beginning; nil when it does not begin with them, or has no others.
    fileprivate func without(prefix: String) -> Token? {
        guard !prefix.isEmpty else { return self }
        guard text.hasPrefix(prefix), text.count > prefix.count else { return nil }
        let start = min(range.lowerBound + prefix.count, range.upperBound)
        return part(String(text.dropFirst(prefix.count)), start..<range.upperBound)
    }

    /// Returns the word without letters at its end, in the form in which words are compared; nil when it does not end
    /// with them, or has no others.
    fileprivate func without(suffix: String) -> Token? {
        guard !suffix.isEmpty else { return self }
        guard key.hasSuffix(suffix), key.count > suffix.count else { return nil }
        let end = max(range.lowerBound, range.upperBound - suffix.count)
        return part(String(key.dropLast(suffix.count)), range.lowerBound..<end)
    }
}
