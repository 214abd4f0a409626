import SaybusPhrases

/// An utterance that is being matched: its words as numbers, and the values in it. Each word and each value is looked
/// up once.
struct Utterance {
    let tokens: [Token]
    let words: [Int]
    /// The single word that two words form, by the position of the first one: `kim's` for `kim` and `s`.
    let joined: [Int: Int]
    private let reader: SlotReader
    private let today: CivilDate
    private var readings: [SlotKind: [Int: [SlotReader.Reading]]] = [:]
    private var listMatches: [[ValueLists.Match]?]
    /// The values in the first part of a longer word, by what follows them in the word.
    private var suffixMatches: [String: [Int: [ValueLists.Match]]] = [:]

    init(tokens: [Token], words: WordTable, reader: SlotReader, today: CivilDate) {
        let (tokens, joined) = Self.splitPossessives(tokens, words)
        self.init(
            tokens: tokens, words: tokens.map { words.number(of: $0.key) }, joined: joined, reader: reader,
            today: today)
    }

    private init(tokens: [Token], words: [Int], joined: [Int: Int], reader: SlotReader, today: CivilDate) {
        (self.tokens, self.words, self.joined, self.reader, self.today) = (tokens, words, joined, reader, today)
        listMatches = [[ValueLists.Match]?](repeating: nil, count: words.count)
    }

    /// Returns the utterance without the words at some positions.
    func without(_ positions: Set<Int>) -> Utterance {
        let kept = words.indices.filter { !positions.contains($0) }
        var joined: [Int: Int] = [:]
        for (index, position) in kept.enumerated() where !positions.contains(position + 1) {
            joined[index] = self.joined[position]
        }
        return Utterance(
            tokens: kept.map { tokens[$0] }, words: kept.map { words[$0] }, joined: joined, reader: reader, today: today
        )
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

    /// Returns the list values of a slot that begin at a word, longest first.
    mutating func matches(
        of label: SlotLabel, at position: Int, _ table: WordTable, _ lists: ValueLists
    ) -> [ValueLists.Match] {
        guard !label.suffix.isEmpty else { return listMatches(at: position, lists) }
        if let known = suffixMatches[label.suffix]?[position] { return known }
        var found: [ValueLists.Match] = []
        for last in (position..<words.count).prefix(Self.maximumWordsBeforeSuffix).reversed()
        where tokens[last].key.count > label.suffix.count && tokens[last].key.hasSuffix(label.suffix) {
            let stem = table.number(of: String(tokens[last].key.dropLast(label.suffix.count)))
            let value = words[position..<last] + [stem]
            found += lists.matches(value[...]).filter { $0.count == value.count }
        }
        suffixMatches[label.suffix, default: [:]][position] = found
        return found
    }

    /// The most words of a value of which the last one is part of a longer word.
    private static let maximumWordsBeforeSuffix = 8

    /// Returns the list values that begin at a word, longest first.
    private mutating func listMatches(at position: Int, _ lists: ValueLists) -> [ValueLists.Match] {
        if let known = listMatches[position] { return known }
        let found = lists.matches(words[position...], joined)
        listMatches[position] = found
        return found
    }

    /// Returns the values of a kind, other than lists and open slots, that begin at a word, longest first.
    mutating func readings(of kind: SlotKind, at position: Int) -> [SlotReader.Reading] {
        if let known = readings[kind]?[position] { return known }
        let found = reader.readings(kind, tokens[position...], today: today)
        readings[kind, default: [:]][position] = found
        return found
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
