import SaybusPhrases

/// Words with several values: "socks, shirts and a blue hat".
struct Enumeration {
    /// The values that words do not reject, those of them that count, and the positions of the words of rejected ones.
    /// After a correction only the values behind it count.
    typealias Found = (meant: [SlotValueFinder.Value], answers: [SlotValueFinder.Value], rejected: Set<Int>)

    /// The most words of a value that no list has, before the first listed one in a sentence.
    private static let maximumLeadingWords = 2

    /// The words as spoken.
    private var texts: [String] = []
    /// The words as they are compared.
    private var words: [String] = []
    /// The positions at which a comma divides the words.
    private var breaks: Set<Int> = []
    private let conjunctions: Set<String>
    /// Words that are no value by themselves.
    private let fillers: Set<String>

    /// Divides words.
    init(_ text: String, conjunctions: Set<String>, language: Language = .inUse) {
        self.conjunctions = conjunctions
        let vocabulary = language.questionWords
        let lists = [vocabulary.determiners, vocabulary.afterValue, vocabulary.doubting, vocabulary.corrections]
        fillers = Set(lists.flatMap(\.self).map(Words.key(of:)))
            .union(language.functionWords).union(vocabulary.joiningWords).union(WordFamily.carriers)
            .union(["nothing", "else", "thats", "as"])
        for piece in text.split(whereSeparator: \.isWhitespace) {
            let parts = Words.normalize(String(piece))
            words += parts
            texts += parts.count == 1 ? [String(piece.filter { $0 != "," })] : parts
            if parts.isEmpty || piece.hasSuffix(",") { breaks.insert(words.count) }
        }
    }

    /// Returns the values: those that a list has, and the words between conjunctions that have none.
    /// - Parameters:
    ///   - inSentence: Whether words beside a listed value are those of a sentence around it: "i want socks". Elsewhere
    ///     they are a part of the value: "a blue hat".
    ///   - find: Returns the listed values within words.
    func values(inSentence: Bool, find: ([String]) -> Found) -> [String] {
        let found = find(words)
        guard let first = found.answers.first else { return parts(from: 0, []).map { text($0) } }
        let isCorrected = found.answers.count < found.meant.count
        let start = isCorrected ? first.range.lowerBound : 0
        var values: [String] = []
        for part in parts(from: start, found.answers.map(\.range)) {
            let listed = found.answers.map(\.range).filter { part.contains($0.lowerBound) }
            let spoken = part.filter { !found.rejected.contains($0) }
            if listed.isEmpty {
                let isLeading = part.lowerBound < first.range.lowerBound
                guard let value = trimmed(spoken),
                    !inSentence || !isLeading || part.count <= Self.maximumLeadingWords
                else { continue }
                values.append(value)
            } else if inSentence {
                values += listed.map { text($0) }
            } else {
                values += self.values(of: spoken, listed)
            }
        }
        return values
    }

    /// Returns the values of a part with listed ones. Words before a listed value belong to it; those behind the last
    /// one are another value, unless they begin with a function word: "shirts for the journey".
    private func values(of positions: [Int], _ listed: [Range<Int>]) -> [String] {
        var values: [String] = []
        var end = positions.first ?? 0
        for range in listed {
            let before = positions.filter { end..<max(end, range.lowerBound) ~= $0 }.drop(while: isFiller)
            // Also fillers behind the first word of the value: "two pairs of socks".
            values.append((before + Array(range)).map { texts[$0] }.joined(separator: " "))
            end = range.upperBound
        }
        let rest = positions.filter { $0 >= end }
        if let next = rest.first, !isFiller(next), let value = trimmed(rest) { values.append(value) }
        return values
    }

    /// Returns the parts between conjunctions and commas that are in no listed value.
    private func parts(from start: Int, _ listed: [Range<Int>]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var begin = start
        func end(at position: Int, next: Int) {
            if begin < position { parts.append(begin..<position) }
            begin = next
        }
        for position in words.indices where position >= start {
            if breaks.contains(position), !listed.contains(where: { $0.lowerBound < position && $0.contains(position) })
            {
                end(at: position, next: position)
            }
            if conjunctions.contains(Words.key(of: words[position])), !listed.contains(where: { $0.contains(position) })
            {
                end(at: position, next: position + 1)
            }
        }
        end(at: words.count, next: words.count)
        return parts
    }

    /// Returns the words at some positions without fillers around them; nil when there are only fillers.
    private func trimmed(_ positions: [Int]) -> String? {
        guard let first = positions.first(where: { !isFiller($0) }),
            let last = positions.last(where: { !isFiller($0) })
        else { return nil }
        return positions.filter { first...last ~= $0 }.map { texts[$0] }.joined(separator: " ")
    }

    private func isFiller(_ position: Int) -> Bool { fillers.contains(Words.key(of: words[position])) }

    private func text(_ range: Range<Int>) -> String { texts[range].joined(separator: " ") }
}
