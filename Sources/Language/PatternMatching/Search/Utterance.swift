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
    /// The values in the first part of a longer word, by what follows them in the word.
    private var suffixMatches: [String: [Int: [ValueLists.Match]]] = [:]

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
        guard automaton.network.hasSuffixes else { return listMatches(at: position) }
        let suffix = automaton.network.labels[Int(label)].suffix
        return suffix.isEmpty ? listMatches(at: position) : matches(before: suffix, at: position)
    }

    /// Returns the list values that begin at a word and end in a word that has a suffix, longest first.
    private mutating func matches(before suffix: String, at position: Int) -> [ValueLists.Match] {
        if let known = suffixMatches[suffix]?[position] { return known }
        var found: [ValueLists.Match] = []
        for last in (position..<words.count).prefix(Self.maximumWordsBeforeSuffix).reversed() {
            guard let stem = stem(of: last, before: suffix) else { continue }
            let value = words[position..<last] + [automaton.network.words.number(of: stem.key)]
            found += automaton.lists.matches(value[...]).filter { $0.count == value.count }
        }
        suffixMatches[suffix, default: [:]][position] = found
        return found
    }

    /// Returns a word without its suffix; nil when it does not have it, or nothing is before it.
    private func stem(of position: Int, before suffix: String) -> Token? {
        let token = tokens[position]
        guard token.key.count > suffix.count, token.key.hasSuffix(suffix) else { return nil }
        let end = max(token.range.lowerBound, token.range.upperBound - suffix.count)
        return Token(text: String(token.key.dropLast(suffix.count)), range: token.range.lowerBound..<end)
    }

    /// Returns whether a value of a slot may end with a word: any word, or one with the slot's suffix.
    func mayEnd(_ label: Int32, at position: Int) -> Bool {
        guard automaton.network.hasSuffixes else { return true }
        let suffix = automaton.network.labels[Int(label)].suffix
        return suffix.isEmpty || stem(of: position, before: suffix) != nil
    }

    /// The most words of a value of which the last one is part of a longer word.
    private static let maximumWordsBeforeSuffix = 8

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
        guard automaton.network.hasSuffixes else { return false }
        let suffix = automaton.network.labels[Int(label)].suffix
        guard !suffix.isEmpty, let stem = stem(of: position, before: suffix) else { return false }
        return reader.mayBegin(stem.key)
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
        let suffix = automaton.network.labels[Int(label)].suffix
        let found =
            suffix.isEmpty
            ? reader.readings(kind, tokens[position...], today: today)
            : readings(of: kind, before: suffix, at: position)
        readingIndex.set(number, Int32(position), Int32(readings.count))
        readings.append(found)
        return found
    }

    /// Returns the values of a kind that begin at a word and end in a word that has a suffix, longest first.
    private func readings(of kind: SlotKind, before suffix: String, at position: Int) -> [SlotReader.Reading] {
        (position..<words.count).prefix(Self.maximumWordsBeforeSuffix).reversed().flatMap {
            last -> [SlotReader.Reading] in
            guard let stem = stem(of: last, before: suffix) else { return [] }
            let value: ArraySlice<Token> = tokens[position..<last] + [stem]
            return reader.readings(kind, value, today: today).filter { $0.count == value.count }
        }
    }

    /// Splits `kim's` into two words for patterns such as `@name's birthday`, and records where the two are
    /// one word of a pattern or a value.
    private static func splitPossessives(_ tokens: [Token], _ words: WordTable) -> ([Token], joined: [Int: Int]) {
        guard words.number(of: "s") != WordTable.unknown, tokens.contains(where: { $0.text.hasSuffix("'s") }) else {
            return (tokens, [:])
        }
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
