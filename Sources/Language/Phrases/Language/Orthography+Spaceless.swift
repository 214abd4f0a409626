/// The division of text that has no spaces between its words, as in Japanese, Chinese and Thai: a number is a word of
/// its own, and so is a word that counts directly behind it, `5`, `分` and `のタイマー` of `5分のタイマー`.
extension Orthography {
    /// Returns the words with each number among letters of such a script as a word of its own.
    func dividingNumbers(_ tokens: [Token]) -> [Token] {
        var divided: [Token] = []
        var isBehindNumber = false
        for token in tokens {
            let parts = parts(of: token, behindNumber: isBehindNumber)
            divided += parts.tokens
            isBehindNumber = parts.endsWithNumber
        }
        return divided
    }

    /// Returns words that follow a value, with a word that counts at their beginning as one of its own: the `分` of
    /// `分のタイマー`.
    func dividingBehindNumber(_ tokens: [Token]) -> [Token] {
        guard let first = tokens.first else { return tokens }
        return parts(of: first, behindNumber: true).tokens + tokens.dropFirst()
    }

    /// Whether a text ends with a number, or with a word that counts, behind which another one is a word of its own.
    func isNumber(atEndOf text: String) -> Bool {
        guard !counters.isEmpty, let last = Words.tokenize(text, orthography: self).last else { return false }
        return last.endsWithDigit || numerals.contains(last.text) || counters.contains(last.text)
    }

    private func parts(of token: Token, behindNumber: Bool) -> (tokens: [Token], endsWithNumber: Bool) {
        guard token.text.contains(where: Self.isSpaceless) else { return ([token], token.endsWithDigit) }
        let characters = Array(token.text)
        var pieces: [Range<Int>] = []
        // The end of the digits, whose separators are not in the text.
        var endOfDigits: Int?
        var (place, begin, isBehindNumber) = (0, 0, behindNumber)
        while place < characters.count {
            let digits = digitsEnd(characters, place)
            let counted = isBehindNumber ? longest(counters, characters, place) : nil
            guard let end = digits ?? longest(numerals, characters, place) ?? counted else {
                (place, isBehindNumber) = (place + 1, false)
                continue
            }
            if begin < place { pieces.append(begin..<place) }
            pieces.append(place..<end)
            endOfDigits = endOfDigits ?? digits
            (place, begin, isBehindNumber) = (end, end, true)
        }
        if begin < characters.count { pieces.append(begin..<characters.count) }
        let missing = token.range.count - characters.count
        func position(_ place: Int) -> Int {
            let shift = place >= endOfDigits ?? characters.count ? missing : 0
            return min(token.range.lowerBound + place + shift, token.range.upperBound)
        }
        let parts = pieces.map { piece in
            // The digits of a fraction are more than what is written: "½".
            let (first, last) = (position(piece.lowerBound), position(piece.upperBound))
            return token.part(String(characters[piece]), first..<max(first, last))
        }
        return (parts, isBehindNumber)
    }

    /// Returns the end of a part with digits and without letters of such a script, with the suffix that makes it an
    /// ordinal; nil when there is none.
    private func digitsEnd(_ characters: [Character], _ start: Int) -> Int? {
        let run = characters[start...].prefix { !Self.isSpaceless($0) }
        guard run.contains(where: { $0.isASCII && $0.isNumber }) else { return nil }
        return longest(ordinalSuffixes, characters, run.endIndex) ?? run.endIndex
    }

    /// Returns the end of the longest of some words at a place; nil when none is there.
    private func longest(_ words: Set<String>, _ characters: [Character], _ start: Int) -> Int? {
        guard !words.isEmpty else { return nil }
        let most = min(characters.count - start, Self.maximumNumeralLength)
        for count in stride(from: most, to: 0, by: -1)
        where words.contains(String(characters[start..<start + count])) {
            return start + count
        }
        return nil
    }

    /// The most characters of a numeral, or of a word that counts.
    private static let maximumNumeralLength = 8

    /// Returns whether a character is a letter of a script without spaces between words, or of Korean, which writes
    /// none between a number and what it counts.
    package static func isSpaceless(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value, scalar >= 0xE00 else { return false }
        return spacelessScripts.contains { $0 ~= scalar } && (character.isLetter || character.isNumber)
    }

    /// Thai and Lao, Burmese, Khmer, kana, ideographs, Hangul.
    private static let spacelessScripts: [ClosedRange<UInt32>] = [
        0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x9FFF,
        0xAC00...0xD7A3, 0x20000...0x3FFFF,
    ]

    /// Returns whether a character is an ideograph, such as those of numbers.
    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first?.value else { return false }
        return scalar == 0x3007 || 0x3400...0x9FFF ~= scalar
    }

    /// Sets the words that are found within text without spaces, if the language is written so.
    mutating func setNumerals(_ language: Language) {
        setNumerals(language.numbers)
        guard Self.lacksSpaces(language.numbers.language) else { return }
        let (times, numbers) = (language.times, language.numbers)
        var words = times.oclock.union(times.hourWords ?? []).union(language.questionWords.units)
        words.formUnion(times.units.keys)
        words.formUnion((times.afterHour ?? [:]).keys)
        // The "月" of "12月".
        words.formUnion(times.months.keys.map { String($0.drop(while: \.isNumber)) })
        words.formUnion(numbers.fractions.keys)
        counters = Self.spaceless(words)
    }

    /// Sets the numerals that are found within text without spaces, if the language is written so.
    mutating func setNumerals(_ numbers: NumberVocabulary) {
        guard Self.lacksSpaces(numbers.language) else { return }
        // Numbers in kana, such as に, are other words far more often.
        numerals = numbers.words.filter { $0.first.map(Self.isIdeograph) == true }
        ordinalSuffixes = Self.spaceless(numbers.ordinalSuffixes)
    }

    private static func spaceless(_ words: Set<String>) -> Set<String> {
        words.filter { $0.first.map(isSpaceless) == true }
    }

    private static func lacksSpaces(_ tag: String) -> Bool {
        ["ja", "km", "ko", "lo", "my", "th", "yue", "zh"].contains(Language.code(of: tag))
    }
}
