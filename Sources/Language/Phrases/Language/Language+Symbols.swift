/// Signs that recognizers and people write at numbers, and that are said as words.
extension Language {
    /// Returns the words of a text with those for the signs at its numbers: `50` and `percent` for `50%`; nil when it
    /// has no such sign.
    /// - Parameters:
    ///   - tokens: The words of the text without signs.
    ///   - text: The text.
    ///   - withLetters: Whether signs with letters count, too. Their letters are no words then: `21 °C` has no `c`.
    package func withSymbols(_ tokens: [Token], of text: String, withLetters: Bool) -> [Token]? {
        guard let symbols else { return nil }
        let written = Array(symbols.lazy.filter { text.hasSign($0.key) })
        let plain = written.filter { !$0.key.contains(where: \.isLetter) }
        guard withLetters ? plain.count < written.count : !plain.isEmpty else { return nil }
        let characters = Array(text)
        // The longest sign first: "°C" is not "°".
        let all = (withLetters ? written : plain).map { (sign: Array($0.key), words: $0.value) }
        let signs = all.sorted { $0.sign.count > $1.sign.count }
        var spoken: [Token] = []
        // The end of the last sign.
        var end = 0
        for token in tokens {
            // The "C" of "°C" is no word.
            guard token.range.lowerBound >= end else { continue }
            spoken.append(token)
            guard token.endsWithDigit else { continue }
            let (first, last) = (token.range.lowerBound, token.range.upperBound)
            let hasSpace = characters.indices.contains(last) && CharacterKind(characters[last]) == .space
            let place = hasSpace ? last + 1 : last
            let rest = characters.dropFirst(place)
            let behind = signs.first {
                rest.starts(with: $0.sign) && !goesOn(characters, place + $0.sign.count, $0.sign)
            }
            if let behind {
                end = place + behind.sign.count
                spoken += said(behind.words, at: place..<end)
                continue
            }
            // "$5" is said in the other order.
            let before = characters[end..<first]
            let gap = before.last.map { CharacterKind($0) == .space } == true ? before.dropLast() : before
            let sign = signs.first { gap.suffix($0.sign.count).elementsEqual($0.sign) }
            guard let sign else { continue }
            // The "R" of "R$5" is no word.
            let start = gap.endIndex - sign.sign.count
            spoken.removeAll { start..<first ~= $0.range.lowerBound }
            spoken += said(sign.words, at: last..<last)
        }
        return spoken == tokens ? nil : spoken
    }

    /// Whether a letter behind a sign that ends with one makes it the beginning of a word: `5 °Celsius`.
    private func goesOn(_ characters: [Character], _ place: Int, _ sign: [Character]) -> Bool {
        guard sign.last?.isLetter == true, characters.indices.contains(place) else { return false }
        return characters[place].isLetter
    }

    private func said(_ words: String, at range: Range<Int>) -> [Token] {
        Words.tokenize(words, orthography: orthography).map { Token(text: $0.text, range: range, mark: .sign) }
    }
}

extension String {
    /// Returns whether the text contains a sign. A byte is found much faster than a text, and most signs are one byte.
    fileprivate func hasSign(_ sign: String) -> Bool {
        guard let first = sign.utf8.first, utf8.contains(first) else { return false }
        return sign.utf8.count == 1 || contains(sign)
    }
}
