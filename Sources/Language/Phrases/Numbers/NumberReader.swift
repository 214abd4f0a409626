/// A recursive-descent parser of a single number. Each function takes a position and returns the position
/// after its words.
struct NumberReader {
    typealias Reading = (value: Double, count: Int)

    /// The words, or their parts where the language joins words.
    private var words: [String]
    /// The number of parts up to the end of each word; nil where each word is one part.
    private let ends: [Int]?
    private let vocabulary: NumberVocabulary
    /// Whether two pairs of digits are one number.
    private let takesYears: Bool
    /// The number of words that count. A reader serves all beginnings of the words, since a copy of the
    /// vocabulary costs more than most numbers.
    private var limit: Int

    init(words: [String], vocabulary: NumberVocabulary, takesYears: Bool = false) {
        (self.vocabulary, self.takesYears) = (vocabulary, takesYears)
        if vocabulary.joinsWords == true {
            let parts = words.map { vocabulary.parts(of: $0) ?? [$0] }
            self.words = parts.flatMap(\.self)
            var end = 0
            ends = parts.map { part in
                end += part.count
                return end
            }
        } else {
            (self.words, ends) = (words, nil)
        }
        limit = self.words.count
    }

    /// Returns the longest number at the beginning of the first words.
    mutating func longest(ofFirst count: Int) -> Reading? {
        limit = ends.map { $0[count - 1] } ?? count
        return longest()
    }

    /// Returns the longest number at the beginning.
    func longest() -> Reading? {
        guard let ends else { return longestParts() }
        var reader = self
        while let (value, count) = reader.longestParts() {
            if let last = ends.firstIndex(of: count) { return (value, last + 1) }
            // A number does not end within a word.
            guard let end = ends.last(where: { $0 < count }) else { break }
            reader.limit = end
        }
        return nil
    }

    private func longestParts() -> Reading? {
        if let first = word(0), vocabulary.signs.contains(first) {
            // Neither "minus -5" nor "minus third" is a number.
            guard let (value, end) = magnitude(1), value >= 0, word(1)?.utf8.first != UInt8(ascii: "-") else {
                return nil
            }
            return (value == 0 ? 0 : -value, end)
        }
        if let first = word(0), first.utf8.first == UInt8(ascii: "-") {
            // The sign is that of the whole: "-5 and a half".
            var reader = self
            reader.words[0].removeFirst()
            return reader.cardinalOrCollective(0).map { ($0.value == 0 ? 0 : -$0.value, $0.count) }
        }
        return Self.longer(ordinal(0), magnitude(0))
    }

    private func word(_ position: Int) -> String? { position < limit ? words[position] : nil }

    /// Returns the reading with more words; of two equal ones, the first.
    private static func longer(_ first: Reading?, _ second: Reading?) -> Reading? {
        guard let first, let second else { return first ?? second }
        return first.count >= second.count ? first : second
    }

    private func isConjunction(_ position: Int) -> Bool {
        word(position).map(vocabulary.conjunctions.contains) ?? false
    }

    /// Reads a number without a sign, other than an ordinal.
    private func magnitude(_ start: Int) -> Reading? {
        var longest = Self.longer(cardinal(start), digitRow(start))
        if takesYears { longest = Self.longer(longest, pairs(start)) }
        longest = Self.longer(longest, fraction(start))
        longest = Self.longer(longest, joinedFraction(start))
        return Self.longer(longest, collective(start))
    }

    /// Reads what may follow a written sign.
    private func cardinalOrCollective(_ start: Int) -> Reading? { Self.longer(cardinal(start), collective(start)) }

    // MARK: Cardinals

    /// Reads groups below 1000 with descending scales: `two million three hundred and one thousand and five`.
    private func cardinal(_ start: Int) -> Reading? {
        var total = 0.0
        var position = start
        var ceiling = Double.infinity
        while let next = group(!(position == start) && isConjunction(position) ? position + 1 : position, start) {
            var (group, end) = next
            let hasParts = position == start ? decimals(group, end) ?? andFraction(group, end) : nil
            if let hasParts { (group, end) = hasParts }
            if let scale = word(end).flatMap({ vocabulary.scales[$0] }), scale < ceiling {
                total += group * scale
                ceiling = scale
                position = end + 1
            } else if hasParts != nil {
                return (group, end)
            } else if group < ceiling {
                total += group
                return decimals(total, end) ?? (total, end)
            } else {
                break
            }
        }
        return position == start ? decimals(0, start) : decimals(total, position) ?? (total, position)
    }

    /// Reads a whole number before a scale, or the last group. Only the first group may be an article, or
    /// have decimals when written in digits.
    private func group(_ position: Int, _ start: Int) -> Reading? {
        // In "zweitausendeinhundert" the article is not the first word.
        if position == start || vocabulary.joinsWords == true,
            word(position).map(vocabulary.articles.contains) == true,
            position == start || word(position + 1).map(vocabulary.hundreds.contains) == true
        {
            // "a" means 1 only before "hundred", "thousand", …
            if let next = word(position + 1), vocabulary.hundreds.contains(next) { return hundreds(1, position + 1) }
            if word(position + 1).flatMap({ vocabulary.scales[$0] }) != nil { return (1, position + 1) }
            // "Un" is both the article and the number.
            guard word(position).flatMap({ vocabulary.units[$0] }) != nil else { return nil }
        }
        if let first = word(position), vocabulary.standingAlone?.contains(first) == true {
            if vocabulary.hundreds.contains(first) { return hundreds(1, position) }
            if position == start { return (1, position) }
        }
        if let hundreds = word(position).flatMap({ vocabulary.severalHundreds?[$0] }) {
            return self.hundreds(Double(hundreds) / 100, position)
        }
        guard let (value, end) = small(position) ?? written(position) else { return nil }
        if 1...99 ~= value, value.rounded() == value, word(end).map(vocabulary.hundreds.contains) == true {
            return hundreds(value, end)
        }
        return position == start || (value >= 1 && value.rounded() == value) ? (value, end) : nil
    }

    /// Reads `hundred`, and a number below 100 after it.
    private func hundreds(_ count: Double, _ start: Int) -> Reading {
        let end = start + 1
        let below = isConjunction(end) ? end + 1 : end
        if let (value, after) = small(below) ?? written(below), 1...99 ~= value, value.rounded() == value {
            return (count * 100 + value, after)
        }
        return (count * 100, end)
    }

    /// Reads 0…99 in words.
    private func small(_ start: Int) -> Reading? {
        guard let first = word(start) else { return nil }
        if let compound = compound(start) { return compound }
        if let ten = vocabulary.tens[first] {
            let isJoined = word(start + 1).map { vocabulary.tensConjunctions?.contains($0) == true } == true
            let next = isJoined ? start + 2 : start + 1
            if let unit = word(next).flatMap({ vocabulary.units[$0] }), 1...9 ~= unit {
                return (Double(ten + unit), next + 1)
            }
            return (Double(ten), start + 1)
        }
        return vocabulary.units[first].map { (Double($0), start + 1) }
    }

    /// Reads the longest number of several words that is not a ten and a unit.
    private func compound(_ start: Int) -> Reading? {
        guard start < limit, let (value, count) = vocabulary.compound(of: words[start..<limit]) else { return nil }
        return (Double(value), start + count)
    }

    /// Reads a number in digits: `42`, `3.5`, `12 500`.
    private func written(_ start: Int) -> Reading? {
        guard let text = word(start), let value = Self.written(text) else { return nil }
        return grouped(text, start) ?? (value, start + 1)
    }

    /// Reads groups of three digits, between which spaces or apostrophes were written: `1 500`, `12'000'000`.
    private func grouped(_ first: String, _ start: Int) -> Reading? {
        guard 1...3 ~= first.utf8.count, !first.hasPrefix("0"), first.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        var (text, end) = (first, start + 1)
        while let next = word(end) {
            let whole = next.utf8.prefix { 0x30...0x39 ~= $0 }.count
            // The last group may have decimals.
            let isWhole = next.utf8.count == 3
            guard whole == 3, isWhole || next.utf8.dropFirst(3).first == UInt8(ascii: ".") else { break }
            (text, end) = (text + next, end + 1)
            guard isWhole else { break }
        }
        return end == start + 1 ? nil : Self.written(text).map { ($0, end) }
    }

    static func written(_ text: String) -> Double? {
        var digits = 0
        var points = 0
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: "."): points += 1
            case UInt8(ascii: "-") where index == 0: break
            default: return nil
            }
        }
        return 1...NumberParser.maximumDigits ~= digits && points <= 1 ? Double(text) : nil
    }

    // MARK: Fractions

    /// Reads `point` and digits, after a whole number or alone; a scale may follow.
    private func decimals(_ whole: Double, _ start: Int) -> Reading? {
        guard word(start).map(vocabulary.points.contains) == true, whole.rounded() == whole else { return nil }
        var (digits, end) = digits(start + 1)
        // Languages with a decimal comma say decimals as one number, too: "tres coma catorce".
        if digits.isEmpty, vocabulary.decimalComma, let (number, after) = group(start + 1, start), number >= 10,
            number < 1000, number.rounded() == number
        {
            (digits, end) = ("\(Int(number))", after)
        }
        guard !digits.isEmpty, abs(whole) < 1e9, let value = Double("\(Int64(whole)).\(digits)") else { return nil }
        return (value, end)
    }

    /// Reads `and a half`, `and three quarters`; also `y medio`, since some languages have no article there.
    private func andFraction(_ whole: Double, _ start: Int) -> Reading? {
        guard isConjunction(start), whole.rounded() == whole, abs(whole) < 1000 else { return nil }
        if let (part, end) = part(start + 1) { return (whole + part, end) }
        // "Two and half a dozen" is not two and a half.
        guard let part = word(start + 1).flatMap({ vocabulary.fractions[$0] }),
            word(start + 2).map(vocabulary.articles.contains) != true
        else { return nil }
        return (whole + part, start + 2)
    }

    /// Reads `a half`, `three quarters`.
    private func part(_ start: Int) -> Reading? {
        guard let first = word(start), let part = word(start + 1).flatMap({ vocabulary.fractions[$0] }) else {
            return nil
        }
        if vocabulary.articles.contains(first) { return (part, start + 2) }
        guard let count = vocabulary.units[first], count > 0, Double(count) * part < 1 else { return nil }
        return (Double(count) * part, start + 2)
    }

    /// Reads a whole number, an article or a conjunction, and a fraction: the parts of `zweieinhalb` and `tweeënhalf`.
    private func joinedFraction(_ start: Int) -> Reading? {
        guard vocabulary.joinsWords == true, let first = word(start) else { return nil }
        let whole: Reading? = vocabulary.articles.contains(first) ? (1, start + 1) : small(start)
        guard let (value, end) = whole, 1...99 ~= value, let joint = word(end),
            vocabulary.articles.contains(joint) || vocabulary.conjunctions.contains(joint),
            let part = word(end + 1).flatMap({ vocabulary.fractions[$0] })
        else { return nil }
        return (value + part, end + 2)
    }

    /// Reads a fraction alone: `half`, `a quarter`, `half a million`.
    private func fraction(_ start: Int) -> Reading? {
        if let part = word(start).flatMap({ vocabulary.fractions[$0] }) {
            if word(start + 1).map(vocabulary.articles.contains) == true,
                let scale = word(start + 2).flatMap({ vocabulary.scales[$0] })
            {
                return (part * scale, start + 3)
            }
            return (part, start + 1)
        }
        return part(start)
    }

    /// Reads `a dozen`, `two dozen`, `half a dozen`.
    private func collective(_ start: Int) -> Reading? {
        // The collective is the second or the third word. Most numbers have none.
        guard let collectives = vocabulary.collectives, let first = word(start) else { return nil }
        func value(_ position: Int) -> Double? { word(position).flatMap { collectives[$0] } }
        guard value(start + 1) != nil || value(start + 2) != nil else { return nil }
        if vocabulary.articles.contains(first) { return value(start + 1).map { ($0, start + 2) } }
        if let part = vocabulary.fractions[first], word(start + 1).map(vocabulary.articles.contains) == true {
            return value(start + 2).map { (part * $0, start + 3) }
        }
        guard let (count, end) = small(start) ?? written(start), 1...99 ~= count else { return nil }
        return value(end).map { (count * $0, end + 1) }
    }

    // MARK: Digits

    /// Reads digits one by one: `oh five`, `double five`, `five 5`. The result is text, since it may begin
    /// with zeros.
    private func digits(_ start: Int) -> (text: String, end: Int) {
        var text = ""
        var position = start
        while let next = word(position) {
            let times = vocabulary.repeaters[next]
            guard let digit = digit(times == nil ? position : position + 1) else { break }
            text += String(repeating: digit, count: times ?? 1)
            position += times == nil ? 1 : 2
        }
        return text.utf8.count <= NumberParser.maximumDigits ? (text, position) : ("", start)
    }

    private func digit(_ position: Int) -> String? {
        guard let word = word(position) else { return nil }
        if word.utf8.count == 1, let byte = word.utf8.first, 0x30...0x39 ~= byte { return word }
        guard let value = vocabulary.units[word] ?? vocabulary.extraDigits[word], value < 10 else { return nil }
        return "\(value)"
    }

    /// Reads two or more consecutive digits.
    private func digitRow(_ start: Int) -> Reading? {
        let (text, end) = digits(start)
        return text.utf8.count < 2 ? nil : Double(text).map { ($0, end) }
    }

    /// Reads two pairs of digits, as in years: `nineteen eighty four`, `twenty oh five`.
    private func pairs(_ start: Int) -> Reading? {
        guard let (first, middle) = small(start), first >= 10 else { return nil }
        if let (second, end) = small(middle), second >= 10 { return (first * 100 + second, end) }
        guard let zero = word(middle).flatMap({ vocabulary.extraDigits[$0] }), zero == 0,
            let digit = word(middle + 1).flatMap({ vocabulary.units[$0] }), 1...9 ~= digit
        else { return nil }
        return (first * 100 + Double(digit), middle + 2)
    }

    // MARK: Ordinals

    /// Reads an ordinal: `third`, `twenty first`, `two hundred and fifth`, `3rd`.
    private func ordinal(_ start: Int) -> Reading? {
        guard let first = word(start) else { return nil }
        if let value = Self.writtenOrdinal(first, vocabulary.ordinalSuffixes) { return (value, start + 1) }
        if let value = vocabulary.ordinals[first].map(Double.init) ?? vocabulary.ordinalScales[first] {
            return (value, start + 1)
        }
        // Only the last word of an ordinal is one. It is replaced by its cardinal, and the whole is read again.
        for end in (start + 1)..<max(start + 1, limit) where isOrdinal(words[end]) {
            guard let tail = cardinal(ofOrdinal: words[end]) else { return nil }
            let reader = NumberReader(words: Array(words[start..<end]) + [tail], vocabulary: vocabulary)
            guard let (value, count) = reader.cardinal(0), count == end - start + 1, value.rounded() == value else {
                return nil
            }
            return (value, end + 1)
        }
        return nil
    }

    /// Returns the value of an ordinal in digits, such as `3rd`; nil for another word.
    private static func writtenOrdinal(_ word: String, _ suffixes: some Sequence<String>) -> Double? {
        guard let suffix = suffixes.first(where: { word.hasSuffix($0) }) else { return nil }
        let digits = word.dropLast(suffix.count)
        guard !digits.isEmpty, let value = written(String(digits)), value >= 0, value.rounded() == value else {
            return nil
        }
        return value
    }

    private func isOrdinal(_ word: String) -> Bool {
        vocabulary.ordinals[word] != nil || vocabulary.ordinalScales[word] != nil
    }

    /// Returns the cardinal of an ordinal of one word, such as "five" of "fifth"; nil when the language has none.
    private func cardinal(ofOrdinal word: String) -> String? {
        if let value = vocabulary.ordinals[word] {
            return (value < 20 ? vocabulary.units : vocabulary.tens).first { $0.value == value }?.key
        }
        guard let value = vocabulary.ordinalScales[word] else { return nil }
        return value == 100 ? vocabulary.hundreds.first : vocabulary.scales.first { $0.value == value }?.key
    }
}
